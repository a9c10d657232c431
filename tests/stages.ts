import { type KindName, kinds } from './kinds.ts'

/**
 * A part of the tests that runs as a whole: tests of these kinds, or a command. `reachesOthers` is true if it downloads
 * something from other machines.
 */
export type Stage = { name: string; about: string; reachesOthers?: boolean; env?: Record<string, string> } & (
  | { kinds: KindName[] }
  | { command: string }
)

/**
 * The stages of `npm test`. The lanes run at the same time, and the stages of a lane one after another. The lanes take
 * about the same time, so that both cores of a small machine are busy to the end. A lane ends with its first stage that
 * fails.
 */
export const firstLanes: Stage[][] = [
  [
    { name: 'check', about: 'types, style, unused code', command: 'npm run --silent check' },
    {
      name: 'build',
      about: 'the build that the browser tests use',
      command: 'node build/run.ts --test --if-changed',
    },
    { name: 'e2e', about: 'what visitors and the operator do, in Chromium', kinds: ['browser'] },
    { name: 'budgets', about: 'the budgets of the page', command: 'node tests/proof/page/run.ts --exact' },
  ],
  [
    { name: 'sql', about: 'the database with its races', kinds: ['sql'] },
    { name: 'unit', about: 'site, views, texts', kinds: ['unit'] },
  ],
  [
    { name: 'functions', about: 'the function in Deno', kinds: ['function'] },
    { name: 'desk', about: 'the desk and its commands on a database', kinds: ['desk'] },
    { name: 'process', about: 'local backend, documents, the server of the page', kinds: ['process'] },
  ],
]

/** The stages that `npm run test:all` runs after those. They use the same build. */
export const restLanes: Stage[][] = [
  [
    {
      name: 'browsers',
      about: 'installs Firefox and WebKit',
      command: 'node e2e/install-browsers.ts',
      reachesOthers: true,
    },
    {
      name: 'rest',
      about: 'other ways of visitors, looks, accessibility, videos, development, three engines',
      kinds: ['browserRest'],
    },
    {
      name: 'sealed',
      about: 'a build with its own poster',
      command: 'node tests/proof/page/run.ts --sealed',
    },
  ],
  [
    {
      name: 'races',
      about: 'the races of the database, 20 times, and 200 histories of consent',
      command: `${kinds.sql.command} tests/sql/races/*.test.ts tests/sql/{histories,foretold}.test.ts`,
      env: { RACES: '20', HISTORIES: '200' },
    },
    { name: 'amounts', about: 'database and desk with very many or very large leads', kinds: ['manyLeads'] },
    {
      name: 'setup',
      about: 'npm run setup with the programs of Supabase and Vercel, which it installs',
      kinds: ['setup'],
      reachesOthers: true,
    },
    {
      name: 'slow',
      about: 'the doctor on broken deployments, each grant taken away, slow starts',
      kinds: ['slow'],
    },
  ],
]

const proof = 'node tests/proof/run.ts'

/** What takes long, or needs a server or a tool. It runs only by its name: `npm run test:all -- chaos`. */
export const namedStages: Stage[] = [
  {
    name: 'looks',
    about: 'the pictures of all screens',
    command: 'playwright test -c e2e rest/states looks',
    env: { TEST_REST: '1' },
  },
  {
    name: 'pictures',
    about: 'makes the pictures of README.md',
    command: 'node tests/proof/pictures/run.ts',
  },
  {
    name: 'histories',
    about: 'HISTORIES (10,000) random histories of consent that a model foretells, and as many of stops',
    command: 'node tests/kit/with-postgres.ts node tests/histories.ts',
  },
  {
    name: 'walk',
    about: 'random walks over all pages of the desk: 7,000 steps by its forms, and 3,000 in Chromium',
    command: `${kinds.setup.command} tests/desk/walk-forms.test.ts tests/slow/walk-browser.test.ts`,
    env: { WALK: '7000', WALK_BROWSER: '3000', WALK_SEED: 'random' },
  },
  {
    name: 'order',
    about: 'each test file alone, then all in an order drawn by a seed, an hour',
    command: 'node tests/order.ts',
  },
  { name: 'chaos', about: 'kills and faults on the way of a lead', command: `${proof} --only chaos` },
  { name: 'fuzz', about: 'malformed input', command: `${proof} --only fuzz` },
  { name: 'load', about: 'the cost of a lead', command: `${proof} --only load` },
  { name: 'deploy', about: 'what the Vercel CLI builds', command: 'node tests/proof/deploy/run.ts' },
  {
    name: 'push',
    about: 'migrations and function by the Supabase CLI',
    command: 'node tests/proof/push/run.ts',
  },
  {
    name: 'promises',
    about: 'each promise broken in a copy: a test must turn red',
    command: 'node tests/kit/with-postgres.ts node tests/break-promises.ts',
  },
  {
    name: 'recipes',
    about: 'the recipes of docs/customise.md, on a copy',
    command: 'node tests/proof/recipes/run.ts',
  },
  {
    name: 'cron',
    about: 'one sweep by the real pg_cron, from the packages of Debian or Ubuntu',
    command: 'node tests/proof/cron/run.ts',
  },
  {
    name: 'supabase',
    about: 'a lead through supabase start, in Docker',
    command: 'node tests/proof/supabase/run.ts',
    reachesOthers: true,
  },
  { name: 'skew', about: 'an older version beside this one', command: 'node tests/proof/skew/run.ts' },
  { name: 'variants', about: 'the page with two variants', command: 'node tests/proof/variants/run.ts' },
  { name: 'proof', about: 'all experiments; --list names them', command: proof },
]

export const allStages: Stage[] = [...firstLanes, ...restLanes].flat().concat(namedStages)

/**
 * Returns the stages that the words before the first option name, and the options for them. If that makes no sense, it
 * returns a sentence that says why, and then no stage may run.
 */
export function pickStages(given: string[]): { stages: Stage[]; options: string[] } | string {
  const end = given.findIndex((one) => one.startsWith('-'))
  const names = end < 0 ? given : given.slice(0, end)
  const options = given.slice(names.length)
  const unknown = names.filter((name) => !allStages.some((stage) => stage.name === name))
  if (unknown.length > 0)
    return `There is no stage ${unknown.join(', ')}: npm run test:all -- --list names all.`
  if (names.length !== 1 && options.length > 0) return 'Options are for one stage: name one before them.'
  return { stages: names.flatMap((name) => allStages.filter((stage) => stage.name === name)), options }
}

/**
 * A script in package.json, and a note on what it does. `reachesOthers` is true if the script downloads something
 * from other machines.
 */
export type Stage = { script: string; about: string; reachesOthers?: boolean }

/**
 * The stages of `npm test`. The lanes run at the same time, and the stages of a lane one after another, so that both
 * cores of a small machine are busy from the start. A lane ends with its first stage that fails.
 */
export const firstLanes: Stage[][] = [
  [
    { script: 'check', about: 'types, style, unused code' },
    { script: 'build:test', about: 'the build that the browser tests use' },
    { script: 'test:e2e', about: 'what visitors and the operator do, in Chromium' },
    { script: 'bench:exact', about: 'the budgets of the page' },
  ],
  [{ script: 'test:sql', about: 'the database with its races' }],
  [
    { script: 'test:functions', about: 'the function in Deno' },
    { script: 'test:unit', about: 'site, desk, local backend, documents' },
  ],
]

/** The stages of `npm run test:rest`. They use the build that `npm test` has made. */
export const restLanes: Stage[][] = [
  [
    { script: 'test:browsers', about: 'installs Firefox and WebKit', reachesOthers: true },
    {
      script: 'test:e2e:rest',
      about: 'looks, accessibility, videos, older pages, development, three engines',
    },
    { script: 'bench:sealed', about: 'a build with its own poster' },
  ],
  [
    { script: 'test:races', about: 'the races of the database, 20 times' },
    { script: 'test:slow', about: 'the doctor on broken deployments, each grant taken away, slow starts' },
  ],
]

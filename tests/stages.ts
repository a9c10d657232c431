/**
 * A script in package.json, and a note on what it does. `reachesOthers` is true if the script downloads something
 * from other machines.
 */
export type Stage = { script: string; about: string; reachesOthers?: boolean }

/** The stages of `npm test`. They run one after another, but the scripts within a stage run at the same time. */
export const firstStages: Stage[][] = [
  [{ script: 'check', about: 'types, style, unused code' }],
  [{ script: 'build:test', about: 'the build that the other stages use' }],
  [
    { script: 'test:e2e', about: 'what visitors and the operator do, in Chromium' },
    { script: 'test:unit', about: 'site, desk, local backend, documents' },
    { script: 'test:sql', about: 'the database with its races' },
    { script: 'test:functions', about: 'the function in Deno' },
    { script: 'bench:exact', about: 'the budgets of the page' },
  ],
]

/** The stages of `npm run test:rest`. They use the build that `npm test` has made. */
export const restStages: Stage[][] = [
  [{ script: 'test:browsers', about: 'installs Firefox and WebKit', reachesOthers: true }],
  [
    {
      script: 'test:e2e:rest',
      about: 'looks, accessibility, videos, older pages, development, three engines',
    },
    { script: 'test:races', about: 'the races of the database, 20 times' },
    { script: 'test:slow', about: 'the doctor on broken deployments, each grant taken away, slow starts' },
  ],
  [{ script: 'bench:sealed', about: 'a build with its own poster' }],
]

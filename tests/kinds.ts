import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..')
const onPostgres = 'node tests/kit/with-postgres.ts'
const deno =
  'deno test --quiet --no-check --no-prompt -RWES --allow-run --allow-net=127.0.0.1,localhost,0.0.0.0,nowhere.invalid --node-modules-dir=manual --cached-only --parallel'

/**
 * A kind of test. `command` runs the files that come after it. `byName` is the option that selects tests by their
 * names.
 */
type Kind = { files: string[]; command: string; byName: string; env?: Record<string, string> }

export type KindName =
  | 'unit'
  | 'process'
  | 'desk'
  | 'setup'
  | 'sql'
  | 'manyLeads'
  | 'function'
  | 'browser'
  | 'browserRest'
  | 'slow'

/** All kinds of tests. Each test file is of exactly one kind. */
export const kinds: Record<KindName, Kind> = {
  unit: {
    files: [
      '{build,lib,tests/proof/harness}/*.test.ts',
      'components/**/*.test.ts',
      'lib/{funnel,lead,video}/*.test.ts',
      'desk/**/*.test.ts',
      'supabase/functions/_shared/*.test.ts',
      // What the function reads and writes, apart from its ways to others.
      'supabase/functions/send-lead-email/{bookings,mail,mail-events,texts}/*.test.ts',
    ],
    command: 'node --test --test-isolation=none',
    byName: '--test-name-pattern=',
  },
  // These change their own process, or they start others.
  process: {
    files: ['{build/poster,lib/server,tests/checks}/*.test.ts', 'local/**/*.test.ts', 'machine/*.test.ts'],
    command: 'node --test --test-concurrency=2',
    byName: '--test-name-pattern=',
  },
  desk: {
    files: ['tests/desk/*.test.ts'],
    command: `${onPostgres} node --test --test-isolation=none`,
    byName: '--test-name-pattern=',
  },
  // These drive the programs of Supabase and Vercel, which they install.
  setup: {
    files: ['tests/setup/*.test.ts'],
    command: `${onPostgres} node --test --test-concurrency=2`,
    byName: '--test-name-pattern=',
  },
  sql: {
    files: ['tests/sql/{,races/}*.test.ts'],
    command: `${onPostgres} node --test --test-isolation=none`,
    byName: '--test-name-pattern=',
  },
  manyLeads: {
    files: ['tests/{desk,sql}/rest/*.test.ts'],
    command: `${onPostgres} node --test --test-isolation=none`,
    byName: '--test-name-pattern=',
  },
  function: {
    files: ['supabase/functions/send-lead-email/{,ads/,webhook/}*.test.ts'],
    command: `${onPostgres} ${deno}`,
    byName: '--filter=',
  },
  browser: {
    files: ['e2e/*.spec.ts'],
    command: 'playwright test -c e2e',
    byName: '--grep=',
  },
  browserRest: {
    files: ['e2e/rest/*.spec.ts'],
    command: 'playwright test -c e2e',
    byName: '--grep=',
    env: { TEST_REST: '1' },
  },
  slow: {
    files: ['tests/{doctor,slow}/*.test.ts'],
    command: 'node --test',
    byName: '--test-name-pattern=',
  },
}

const kindNames = Object.keys(kinds) as KindName[]

/** Returns the test files of a kind. */
export const filesOf = (kind: KindName): string[] => globSync(kinds[kind].files, { cwd: root }).sort()

/** The test files of one kind that were picked. If `name` is given, only the tests with this in their name. */
export type Pick = { kind: KindName; files: string[]; name?: string }

/**
 * Returns the tests that these words mean. A word is the path of a test file or of a folder, or else a part of the
 * names of test files, or else a part of the names of tests, or else it stands somewhere in the tests, such as the name
 * of an SQL function. In the name of a file, `_` means the same as `-`.
 */
export function pickTests(words: string[]): Pick[] {
  return words.flatMap((word) => {
    const file = path.relative(root, path.resolve(root, word))
    const ways: ((test: string) => boolean)[] = [
      (test) => test === file || test.startsWith(`${file}/`),
      (test) => path.basename(test).includes(word.replaceAll('_', '-')),
    ]
    for (const isMeant of ways) {
      const found = pickFiles(isMeant)
      if (found.length > 0) return found
    }
    const named = pickFiles((test) => hasTest(test, word)).map((pick) => ({ ...pick, name: word }))
    return named.length > 0 ? named : pickFiles((test) => textOf(test).includes(word))
  })
}

/**
 * Returns the other test files with tests that have this word in their names, if the word was found in the names of
 * files. `pickTests` leaves them out.
 */
export function leftOut(word: string): string[] {
  const picked = pickTests([word])
  const files = new Set(picked.flatMap((pick) => pick.files))
  if (word.includes('/') || picked.some(({ name }) => name)) return []
  return pickFiles((test) => hasTest(test, word) && !files.has(test)).flatMap((pick) => pick.files)
}

const pickFiles = (isMeant: (file: string) => boolean): Pick[] =>
  kindNames
    .map((kind) => ({ kind, files: filesOf(kind).filter(isMeant) }))
    .filter(({ files }) => files.length > 0)

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')

const hasTest = (file: string, word: string) =>
  textOf(file)
    .split('\n')
    // A step, `t.test`, cannot run without its test.
    .some((line) => /(?<![.\w])test(?:\.\w+)?\(/.test(line) && line.includes(word))

/** Returns the program and the arguments that run these tests, with more options for the runner. */
export function commandOf({ kind, files, name }: Pick, options: string[] = []): string[] {
  const { command, byName } = kinds[kind]
  const words = command.split(' ')
  const isWatching = options.includes('--watch')
  // Node watches only tests in processes of their own. A debugger needs the test in the process that it starts.
  const own = words.filter((option) => !isWatching || option !== '--test-isolation=none')
  if (kind === 'process' && files.length === 1 && !isWatching) own.push('--test-isolation=none')
  // Node and Playwright read the name as a regular expression, Deno reads it as text.
  const literal = kind === 'function' ? name : name?.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return [...own, ...(literal ? [byName + literal] : []), ...options, ...files]
}

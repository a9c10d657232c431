import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'
import { buildSources } from '../build/build-id.ts'
import { otherInputs } from '../build/build-inputs.ts'
import { filesOf, type Pick } from './kinds.ts'
import { firstLanes } from './stages.ts'

const root = path.join(import.meta.dirname, '..')
const kindNames = firstLanes.flat().flatMap((stage) => ('kinds' in stage ? stage.kinds : []))

/** What tests read or start without importing it, and the kinds or files of these tests. */
const unseen: Record<string, readonly string[]> = {
  'package-lock.json': kindNames,
  ...Object.fromEntries([...buildSources, ...otherInputs].map((source) => [source, ['browser']])),
  'supabase/schemas': ['sql', 'desk', 'function', 'process', 'browser'],
  'supabase/migrations': ['sql', 'desk', 'function', 'process', 'browser'],
  'supabase/functions': ['browser'],
  desk: ['unit', 'desk', 'e2e/stop.spec.ts'],
  local: ['process', 'browser'],
  machine: ['process', 'desk', 'browser'],
  'tests/cases': ['unit', 'function'],
}

/** A helper that starts a program at an address made while it runs, and the file that it starts. */
const started: Record<string, string> = {
  'tests/sql/start-function.ts': 'supabase/functions/send-lead-email/index.ts',
}

const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean)

/**
 * Returns the files that differ from the commit at which this branch left `main`, and the new ones. On `main` itself,
 * or without it, only what is not committed counts.
 */
export function changedFiles(): string[] {
  let base = 'HEAD'
  try {
    base = git('merge-base', 'HEAD', 'main')[0] ?? base
  } catch {}
  return [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
}

/** Returns the tests of `npm test` that a change of these files can break. */
export async function testsOf(changed: string[]): Promise<Pick[]> {
  if (changed.length === 0) return []
  const isIn = (source: string) => changed.some((file) => file === source || file.startsWith(`${source}/`))
  const whole = new Set(Object.entries(unseen).flatMap(([source, kinds]) => (isIn(source) ? kinds : [])))
  const importing = await testsThatImport(new Set(changed))
  return kindNames
    .map((kind) => ({
      kind,
      files: filesOf(kind).filter((file) => whole.has(kind) || whole.has(file) || isMeant(file, importing)),
    }))
    .filter(({ files }) => files.length > 0)
}

/** The tests in this folder read files of all kinds, such as the documents. */
const isMeant = (file: string, importing: Set<string>) =>
  importing.has(file) || file.startsWith('tests/checks/')

/** Bundles all tests and what they start, which tells what each of them imports, even through others. */
async function bundleTests() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...kindNames.flatMap(filesOf), ...Object.values(started)],
    bundle: true,
    packages: 'external',
    external: ['node:*', 'npm:*', 'jsr:*'],
    format: 'esm',
    platform: 'node',
    loader: { '.tsv': 'text', '.sql': 'text', '.css': 'empty' },
    outdir: '.',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  return Object.values(metafile.outputs)
}

let bundling: ReturnType<typeof bundleTests> | undefined

/** Returns the test files that are among `changed`, or import or start one of them, even through others. */
async function testsThatImport(changed: Set<string>): Promise<Set<string>> {
  bundling ??= bundleTests()
  const outputs = await bundling
  const entriesWith = (files: Set<string>) =>
    new Set(
      outputs.flatMap(({ entryPoint, inputs }) =>
        entryPoint && Object.keys(inputs).some((file) => files.has(file)) ? [entryPoint] : [],
      ),
    )
  const hit = entriesWith(changed)
  const starters = Object.keys(started).filter((helper) => hit.has(started[helper] ?? ''))
  return entriesWith(new Set([...changed, ...starters]))
}

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { read, root } from './documents.ts'

const filesNamed = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', '--', ...patterns], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')

type Entry = {
  integrity?: string
  resolved?: string
  inBundle?: boolean
  bundleDependencies?: string[]
  optionalDependencies?: Record<string, string>
}
type Entries = Record<string, Entry>

/**
 * Returns true if this entry comes in the tarball of the package that contains it. The hash of that tarball then
 * covers the entry too.
 */
function isBundled(entries: Entries, at: string) {
  const [, holder = '', name = ''] = /^(.+)\/node_modules\/(.+)$/.exec(at) ?? []
  return entries[at]?.inBundle && entries[holder]?.bundleDependencies?.includes(name)
}

/** Returns the entries of a lockfile that npm would install without checking a hash, or not from its registry. */
const unsafeEntries = (lockfile: string) => {
  const entries: Entries = JSON.parse(lockfile).packages
  return Object.keys(entries).filter((at) => {
    const { integrity = '', resolved = 'https://registry.npmjs.org/' } = entries[at] as Entry
    const hasHash = /^sha512-[\w+/]{86}==$/.test(integrity) || isBundled(entries, at)
    return at !== '' && !(hasHash && resolved.startsWith('https://registry.npmjs.org/'))
  })
}

const lockfiles = filesNamed('*package-lock.json')

for (const file of lockfiles)
  test(`${file} has a sha512 for every package`, () => {
    assert.deepEqual(unsafeEntries(read(file)), [])
  })

// npm may write only the packages of the system on which it runs. No other system could install from that lockfile.
for (const file of lockfiles)
  test(`${file} has the packages of every system that it names`, () => {
    const entries: Entries = JSON.parse(read(file)).packages
    const names = new Set(Object.keys(entries).map((at) => at.split('node_modules/').at(-1)))
    const wanted = Object.values(entries).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    assert.deepEqual(
      wanted.filter((name) => !names.has(name)),
      [],
    )
  })

test('an entry without a sha512 or from another place is found', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const packages = {
    '': {},
    'node_modules/hashed': { integrity, bundleDependencies: ['@a/bundled'] },
    'node_modules/hashed/node_modules/@a/bundled': { inBundle: true },
    'node_modules/hashed/node_modules/claimed': { inBundle: true },
    'node_modules/bare': {},
    'node_modules/weak': { integrity: `${integrity} sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=` },
    'node_modules/mirrored': { integrity, resolved: 'https://registry.example.com/mirrored.tgz' },
  }
  assert.deepEqual(unsafeEntries(JSON.stringify({ packages })), Object.keys(packages).slice(3))
})

test('every action is pinned by its commit, beside its version', () => {
  const uses = filesNamed('.github/workflows').flatMap((file) => read(file).match(/\buses:.*/g) ?? [])
  assert.notEqual(uses.length, 0)
  const pinned = /^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/
  assert.deepEqual(
    uses.filter((use) => !pinned.test(use)),
    [],
  )
})

test('no checkout leaves the token of the repository to later steps', () => {
  const steps = filesNamed('.github/workflows').flatMap((file) => read(file).split(/^ +- name: /m))
  const checkouts = steps.filter((step) => step.includes('actions/checkout@'))
  assert.notEqual(checkouts.length, 0)
  for (const step of checkouts) assert.match(step, /^ +persist-credentials: false$/m)
})

test('every folder with a lockfile is updated each week', () => {
  const updated = read('.github/dependabot.yml').match(/(?<=^ +- )\/.*$/gm)
  assert.deepEqual(updated?.sort(), lockfiles.map((file) => path.join('/', path.dirname(file))).sort())
})

test('every image of a container is pinned by its digest', () => {
  const images = filesNamed('.github/workflows').flatMap((file) => read(file).match(/\bimage: .*/g) ?? [])
  assert.notEqual(images.length, 0)
  const pinned = /^image: [\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/
  assert.deepEqual(
    images.filter((image) => !pinned.test(image)),
    [],
  )
})

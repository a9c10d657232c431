import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { env } from 'node:process'
import { pathToFileURL } from 'node:url'
import { commandOf, filesOf, kinds } from './kinds.ts'
import { createRandom } from './kit/random.ts'

// Runs each test file alone, and then all files of a kind together, in an order drawn by a seed. Deno isolates each
// file, so only the order of its tests is drawn. The other kinds run each file in a process of its own anyway.
const inOneProcess = ['unit', 'desk', 'sql', 'manyLeads'] as const
const inOneStack = ['browser', 'browserRest'] as const

const seed = Number(env.ORDER_SEED ?? Date.now() % 1_000_000)
console.info(`ORDER_SEED=${seed} repeats this order.`)
const random = createRandom(seed)

/** Runs these words as a command. If it fails, so does this process at its end. */
function run([program = '', ...values]: string[], more: Record<string, string> = {}) {
  const { status } = spawnSync(program, values, { stdio: 'inherit', env: { ...env, ...more } })
  if (status !== 0) process.exitCode = 1
}

for (const kind of inOneProcess) {
  const files = filesOf(kind)
  const { command } = kinds[kind]
  run([...command.replace('--test-isolation=none', '--test-concurrency=2').split(' '), ...files])
  const drawn = files.map((file) => ({ file, at: random.next() })).sort((one, other) => one.at - other.at)
  // `node --test` sorts the files that it is given.
  const program = drawn.map(({ file }) => `await import('${pathToFileURL(path.resolve(file))}')`).join('\n')
  run([...command.replace('--test --test-isolation=none', '--input-type=module --eval').split(' '), program])
}
run(commandOf({ kind: 'function', files: filesOf('function') }, [`--shuffle=${seed}`]))
for (const kind of inOneStack)
  for (const file of filesOf(kind)) run(commandOf({ kind, files: [file] }), kinds[kind].env)
// With the files of the rest, Playwright finds those of both kinds.
run(commandOf({ kind: 'browserRest', files: [] }, [`--shuffle=${seed}`]), kinds.browserRest.env)

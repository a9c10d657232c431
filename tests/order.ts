import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { env } from 'node:process'
import { pathToFileURL } from 'node:url'
import { commandOf, filesOf, kinds } from './kinds.ts'
import { createRandom } from './kit/random.ts'

// Runs each test file alone, and then all files of a kind in one process, in an order drawn by a seed. The other kinds
// run each file in a process of its own anyway, and Deno isolates each file, so only the order of its tests is drawn.
const inOneProcess = ['unit', 'desk', 'sql'] as const

const seed = Number(env.ORDER_SEED ?? Date.now() % 1_000_000)
console.info(`ORDER_SEED=${seed} repeats this order.`)
const random = createRandom(seed)

/** Runs these words as a command. If it fails, so does this process at its end. */
function run([program = '', ...values]: string[]) {
  const { status } = spawnSync(program, values, { stdio: 'inherit' })
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

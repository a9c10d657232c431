import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

// Goes through many random histories: HISTORIES of each kind, from twenty seeds, of which HISTORIES_SEED is the first.
// Two processes go at a time. A seed that is red shows the shortest history that fails, and the others go on.

const { HISTORIES, HISTORIES_SEED } = process.env
const seeds = 20
const each = Math.ceil((Number(HISTORIES) || 10_000) / seeds)
const first = Number(HISTORIES_SEED) || Date.now() % 1_000_000

const jobs = ['foretold', 'histories'].flatMap((kind) =>
  Array.from({ length: seeds }, (_, at) => ({ kind, seed: first + at })),
)
const red: string[] = []

async function work() {
  for (let job = jobs.shift(); job; job = jobs.shift()) {
    const { kind, seed } = job
    const start = performance.now()
    const child = spawn(process.execPath, ['--test', '--test-isolation=none', `tests/sql/${kind}.test.ts`], {
      env: { ...process.env, HISTORIES: String(each), HISTORIES_SEED: String(seed) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
    const name = `${kind}, seed ${seed}`
    if (code !== 0) red.push(name)
    const seconds = Math.round((performance.now() - start) / 1000)
    console.info(`${code === 0 ? '✓' : '✗'} ${name}: ${each} histories, ${seconds} s`)
    if (code !== 0) console.info(output)
  }
}

await Promise.all([work(), work()])
console.info(
  `${2 * seeds} seeds with ${each} histories each, ${red.length} red${red.map((one) => `\n✗ ${one}`).join('')}`,
)
process.exitCode = red.length > 0 ? 1 : 0

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

// Runs scripts of package.json at the same time. It prints the output of a script when the script has ended, so that
// the lines of two scripts never mix. It ends with 1 if one of the scripts fails.
const begun = performance.now()
const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`

async function run(script: string) {
  const child = spawn(`npm run --silent ${script} 2>&1`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  console.info(`${output}\n${script} ${code === 0 ? 'passed' : 'FAILED'} after ${seconds()}\n`)
  return code === 0
}

const passed = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = passed.every(Boolean) ? 0 : 1

import { parseArgs } from 'node:util'
import { loadEnvFiles } from '../../build/load-env-files.ts'
import { examine } from './examine.ts'
import { printResults } from './print-results.ts'
import { readTarget } from './target.ts'

const usage = `npm run doctor -- [--mail] [--json] [--url <page>]

  --mail        have the function send a test mail to OWNER_EMAIL
  --json        print a list of {check, status, sentence, todo}
  --url <page>  fetch the page there instead of at SITE_URL
  --help        print this

Ends with 0 when nothing is to be repaired, with 1 otherwise, with 2 when it was called wrongly.`

function readOptions() {
  try {
    return parseArgs({
      options: {
        mail: { type: 'boolean' },
        json: { type: 'boolean' },
        url: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

const { json, help, ...options } = readOptions()
if (help) {
  console.log(usage)
  process.exit()
}
loadEnvFiles('production')
const target = readTarget(process.env, options)
const results = await examine(target)
if (json) console.log(JSON.stringify(results, null, 2))
else printResults(target, results)
process.exitCode = results.some(({ status }) => status === 'fault') ? 1 : 0

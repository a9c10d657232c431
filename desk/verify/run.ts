import { parseArgs } from 'node:util'
import { loadEnvFiles } from '../../build/load-env-files.ts'
import { openDesk } from '../open-desk.ts'
import { describeEvidence } from './evidence.ts'
import { verifyEvidence } from './verify-evidence.ts'

const usage = `npm run verify -- [--seal <number>:<hash>]

  --seal      compare with a seal from a mail to the owner
  --help, -h  print this

Ends with 0 when no stored submission was changed, added or removed, with 1 when one was, with 2 when it could not look.`

function readSeal() {
  const { seal, help } = parseArgs({
    options: { seal: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values
  if (help) {
    console.log(usage)
    process.exit()
  }
  if (seal === undefined) return undefined
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/i.exec(seal.trim()) ?? []
  if (!(number && hash)) throw new Error('A seal is a number, a colon and 64 hexadecimal digits.')
  return { number, hash }
}

function readOptions() {
  try {
    return readSeal()
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(2)
  }
}

const seal = readOptions()
loadEnvFiles('production')
try {
  const desk = openDesk(process.env)
  const evidence = await verifyEvidence(desk, seal).finally(() => desk.close())
  console.log(describeEvidence(evidence))
  process.exitCode = evidence.faults.length > 0 ? 1 : 0
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}

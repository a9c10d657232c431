import { parseArgs } from 'node:util'
import { openDesk } from '../open-desk.ts'
import type { Terminal } from '../terminal.ts'
import { describeEvidence } from './evidence.ts'
import { verifyEvidence } from './verify-evidence.ts'

const usage = `npm run verify -- [--seal <number>:<hash>]

  --seal      compare with a seal from a mail to the owner
  --help, -h  print this

Ends with 0 when no stored submission was changed, added or removed, with 1 when one was, with 2 when it could not look.
`

/** Runs `npm run verify` with these arguments. Returns the code to end with; what is wrong is told on stderr. */
export async function runVerify(
  args: string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Omit<Terminal, 'stdin'>,
): Promise<number> {
  try {
    const { seal, help } = readOptions(args)
    if (help) {
      stdout.write(usage)
      return 0
    }
    const desk = openDesk(env)
    const evidence = await verifyEvidence(desk, seal).finally(() => desk.close())
    stdout.write(`${describeEvidence(evidence)}\n`)
    return evidence.faults.length > 0 ? 1 : 0
  } catch (error) {
    stderr.write(`${(error as Error).message}\n`)
    if (error instanceof TypeError) stderr.write(`\n${usage}`)
    return 2
  }
}

/** Throws a TypeError, as `parseArgs` does. */
function readOptions(args: string[]) {
  const { seal, help } = parseArgs({
    args,
    options: { seal: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  }).values
  if (seal === undefined) return { help }
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/i.exec(seal.trim()) ?? []
  if (!(number && hash)) throw new TypeError('A seal is a number, a colon and 64 hexadecimal digits.')
  return { help, seal: { number, hash } }
}

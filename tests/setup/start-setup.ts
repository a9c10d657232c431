import { setUp } from '../../desk/setup/setup.ts'
import { outside } from './open-account.ts'

// Runs npm run setup in a process of its own against the stand-ins that STAND_INS names.
const { STAND_INS: given = '', ...env } = process.env
const { address, ...fixed } = JSON.parse(given)
const place = {
  ...{ ...fixed, env },
  say: (line: string) => console.info(line),
  addressOf: () => address,
  isAttended: process.stdin.isTTY,
}
process.exitCode = await setUp(place, process, { outside, examine: async () => [] })

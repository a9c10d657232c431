import { setServers } from 'node:dns'
import { setUp } from '../../desk/setup/setup.ts'
import { outside } from './open-account.ts'

// Runs npm run setup in a process of its own against the stand-ins that STAND_INS names.
const { STAND_INS: given = '', ...env } = process.env
const { address, nameServer, ...fixed } = JSON.parse(given)
setServers([nameServer])
const environment = {
  ...{ ...fixed, env },
  say: (line: string) => console.info(line),
  addressOf: () => address,
}
process.exitCode = await setUp(environment, process, { outside, examine: async () => [] })

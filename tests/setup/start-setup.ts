import { stripVTControlCharacters } from 'node:util'
import { setUp } from '../../desk/setup/setup.ts'
import { outside } from './open-account.ts'

// Runs npm run setup in a process of its own against the stand-ins that STAND_INS names.
const { STAND_INS: given = '', ...env } = process.env
const { address, stopAfter, ...fixed } = JSON.parse(given)
const environment = {
  ...{ ...fixed, env },
  say: (line: string) => {
    console.info(line)
    const [, step] = /^ +(?:ok|done) +(\S.*?) {2}/.exec(stripVTControlCharacters(line)) ?? []
    if (step && step === stopAfter) process.kill(process.pid, 'SIGKILL')
  },
  addressOf: () => address,
}
process.exitCode = await setUp(environment, process, { outside, examine: async () => [] })

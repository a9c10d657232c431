import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Result } from '../desk/doctor/result.ts'
import { stackEnv } from './settings.ts'
import { expect, test } from './test.ts'

test('the doctor finds nothing wrong with the stack of npm start', async () => {
  const { PATH } = process.env
  const env = { ...stackEnv, PATH } as unknown as NodeJS.ProcessEnv
  const run = promisify(execFile)(process.execPath, ['desk/cli/run.ts', 'doctor', '--json'], {
    env,
    cwd: '.',
  })
  const { stdout } = await run.catch((ended: { stdout: string }) => ended)
  const results = JSON.parse(stdout) as Result[]
  expect(results.length).toBeGreaterThan(20)
  const faults = results.filter(({ status }) => status === 'fault').map(({ check }) => check)
  // The build of the tests was made for port 3000, and other tests leave mails that are held.
  expect(faults.filter((check) => check !== 'waiting mails')).toEqual(['canonical address'])
})

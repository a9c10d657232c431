import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Result } from '../../desk/doctor/result.ts'
import { ignoreEnvFiles } from '../../lib/load-env-files.ts'
import { test as withSecondSite } from '../second-site.ts'
import { stackEnv } from '../settings.ts'
import { expect, test } from '../test.ts'

/** Returns the output, even if the exit code is 1. */
async function doctor(...options: string[]): Promise<string> {
  const { PATH, NODE_OPTIONS } = process.env
  const env = { ...stackEnv, PATH, NODE_OPTIONS } as unknown as NodeJS.ProcessEnv
  ignoreEnvFiles(env)
  const run = promisify(execFile)(process.execPath, ['desk/cli/run.ts', 'doctor', ...options], { env })
  return (await run.catch((ended: { stdout: string }) => ended)).stdout
}

async function statusOf(...options: string[]): Promise<Record<string, string>> {
  const results = JSON.parse(await doctor('--json', ...options)) as Result[]
  return Object.fromEntries(results.map(({ check, status }) => [check, status]))
}

test('the doctor finds nothing wrong with the stack of npm start', async () => {
  const found = await statusOf()
  expect(found).toMatchObject({
    'site call': 'ok',
    build: 'ok',
    cache: 'ok',
    'mail server': 'ok',
    access: 'ok',
  })
  const faults = Object.keys(found).filter((check) => found[check] === 'fault')
  // The canonical address is wrong here, because the test build was made for port 3000. The doctor may also
  // report emails that other tests have not sent yet.
  expect(faults.filter((check) => check !== 'waiting emails')).toEqual(['canonical address'])
})

test('it prints a line for each check and how many there are', async () => {
  const printed = await doctor()
  expect(printed).toMatch(/FAULT {2}canonical address +The page calls itself http:/)
  expect(printed).toMatch(/\d+ ok, \d+ to repair, \d+ not checked/)
  expect(await doctor('--help')).toMatch(/^Usage: npm run doctor -- \[options\]/)
})

withSecondSite('it names a live site whose key the function refuses', async ({ site }) => {
  expect(await statusOf('--url', site.url)).toMatchObject({ 'site call': 'ok' })
  site.answerBy((_, response) => response.writeHead(401).end('{"error":"unauthorized"}'))
  expect(await statusOf('--url', site.url)).toMatchObject({ function: 'ok', 'site call': 'fault' })
})

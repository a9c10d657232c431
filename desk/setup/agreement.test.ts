import assert from 'node:assert/strict'
import { getServers, setServers } from 'node:dns'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { openNameServer } from '../../tests/doctor/open-name-server.ts'
import { openTerminal } from '../../tests/kit/open-terminal.ts'
import { openStandInPrograms } from '../../tests/setup/stand-in-programs.ts'
import { setUp } from './setup.ts'

test('whoever says no to the plan changes nothing', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'agreement-'))
  const programs = openStandInPrograms()
  const nameServer = await openNameServer({})
  const before = getServers()
  setServers([nameServer.server])
  t.after(() => {
    setServers(before)
    nameServer.close()
    programs[Symbol.dispose]()
    rmSync(folder, { recursive: true })
  })
  const { terminal, end } = openTerminal(['no'], /Start \[[^\n]*: $/)
  const said: string[] = []
  const env = {
    ...{ PATH: process.env.PATH, PAGE_HOST: 'own', SITE_URL: 'training.example.com' },
    ...{ VIDEO_URL: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ', OWNER_EMAIL: 'owner@example.com' },
    ...{ MAIL_HOST: 'smtp.example.com', MAIL_PORT: '465', MAIL_USER: 'a', MAIL_PASSWORD: 'b' },
    ...{ MAIL_FROM: 'Brand Scalers <training@example.com>', REGION: 'Frankfurt' },
    ...{ SENDER: 'none', TERMS_LINK: 'none', PRIVACY_LINK: 'none' },
    ...{ SUPABASE_ACCESS_TOKEN: 'sbp_0', SUPABASE_ORG: 'example' },
  }
  const code = await setUp({ folder, env, pause: 10, say: (line) => said.push(line) }, terminal, {
    outside: { nameServers: async () => ['ns.example.com'], signIn: async () => {}, timeZone: 'UTC' },
  })
  end()
  const log = stripVTControlCharacters(said.join('\n'))
  assert.equal(code, 1)
  assert.match(log, /would +Supabase project +create the project training-example-com in Frankfurt/)
  assert.match(log, /Nothing was changed at Supabase or Vercel\./)
  // Each step says what it has done, or that it stops.
  assert.doesNotMatch(log, /Now the steps|STOP/)
})

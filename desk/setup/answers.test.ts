import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type TestContext, test } from 'node:test'
import { openTerminal } from '../../tests/kit/open-terminal.ts'
import { collectAnswers } from './answers.ts'
import { readOperatorFile } from './operator-file.ts'
import { openWorld } from './world.ts'

const site = { SENDER: 'none', TERMS_LINK: 'none', PRIVACY_LINK: 'none' }
const allButMailServer = {
  ...site,
  ...{ PAGE_HOST: 'vercel', SITE_URL: 'training.example.com', VIDEO_URL: 'none', REGION: 'Paris' },
  ...{ OWNER_EMAIL: 'a@example.com', MAIL_FROM: 'a@example.com' },
}
const outside = { nameServers: async () => [], signIn: async () => {}, timeZone: 'UTC' }

/** Is removed after the test. */
function openFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'answers-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('after the mail server refused the login, an empty line means what was typed before', async (t) => {
  const folder = openFolder(t)
  const world = openWorld({ folder, env: allButMailServer, say: () => {} })
  const typed = ['smtp.example.com', '2525', 'ada', 'wrong', '', '', '', 'right']
  const { terminal, printed, end } = openTerminal(typed, /(?:server|port|user name)[^\n]*: $/)
  await collectAnswers(world, terminal, false, {
    ...outside,
    signIn: async ({ password }) => {
      if (password === 'wrong') throw Object.assign(new Error(), { code: 'EAUTH' })
    },
  })
  end()
  assert.equal(world.get('SMTP_URL'), 'smtp://ada:right@smtp.example.com:2525')
  assert.match(await printed, /did not take the login: EAUTH\. Check each answer/)
  assert.doesNotMatch(await printed, /wrong|right/)
})

test('whoever stops at a question is not asked again what was answered before', async (t) => {
  const folder = openFolder(t)
  const world = openWorld({ folder, env: site, say: () => {} })
  // Ctrl-C
  const typed = ['Vercel', 'training.example.com', 'none', 'a@example.com', '', '\u0003']
  const { terminal, end } = openTerminal(typed, /: $/)
  await assert.rejects(collectAnswers(world, terminal, false, outside), /Stopped\. Run it again/)
  end()
  const { MAIL_FROM, ...stored } = readOperatorFile(path.join(folder, 'operator.env'))
  assert.match(String(MAIL_FROM), /<training@example\.com>/)
  assert.deepEqual(stored, {
    ...{ PAGE_HOST: 'vercel', SITE_URL: 'https://training.example.com', VIDEO_URL: 'none' },
    OWNER_EMAIL: 'a@example.com',
  })
})

test('whoever stops at a question about the mail server is not asked again what was answered before', async (t) => {
  const folder = openFolder(t)
  const answer = async (typed: string[]) => {
    const world = openWorld({ folder, env: allButMailServer, say: () => {} })
    const { terminal, end } = openTerminal(typed, /: $/)
    await collectAnswers(world, terminal, false, outside).finally(end)
  }
  await assert.rejects(answer(['smtp.example.com', '2525', '\u0003']), /Stopped/)
  await answer(['ada', 'right'])
  const { SMTP_URL, ...stored } = readOperatorFile(path.join(folder, 'operator.env'))
  assert.equal(SMTP_URL, 'smtp://ada:right@smtp.example.com:2525')
  assert.deepEqual(
    Object.keys(stored).filter((name) => /^MAIL_(?!FROM)/.test(name)),
    [],
  )
})

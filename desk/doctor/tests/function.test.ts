import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { testSettings } from '../../../proof/harness/test-settings.ts'
import { throwAwayCertificate } from '../../../proof/page/certificate.ts'
import { openInbox } from '../../../supabase/tests/open-inbox.ts'
import { examine } from '../examine.ts'
import { readTarget, type Variables } from '../target.ts'
import { copyFunctions } from './copy-functions.ts'
import { openBackend } from './open-backend.ts'
import { openHostedDatabase } from './open-hosted-database.ts'
import { openNameServer } from './open-name-server.ts'
import { openPage } from './open-page.ts'
import { trust } from './trust.ts'

const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
const certificate = throwAwayCertificate()
const backend = await openBackend()
const { secretKey, functionsDir, gatewayPort } = backend.settings
const page = await openPage(certificate, videoUrl)
const nameServer = await openNameServer({
  '': [],
  'brand.example': ['v=spf1 include:mail.example -all'],
  'google._domainkey.brand.example': [`v=DKIM1; k=rsa; p=${'A'.repeat(392)}`],
  '_dmarc.brand.example': ['v=DMARC1; p=quarantine'],
})
trust(certificate.cert, nameServer.server)
const mails = await openInbox()
const refusing = await openInbox({
  onRcptTo: (_address, _session, done) =>
    done(Object.assign(new Error('No such user'), { responseCode: 550 })),
})
const selfSigned = await openInbox({ secure: true })
const noFunctions = mkdtempSync(path.join(tmpdir(), 'functions-'))
const older = await copyFunctions(functionsDir, [['handler.ts', `endsWith('/health')`, `endsWith('/later')`]])
const closedPort = (await testSettings()).functionPort
const sound = {
  SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
  MAIL_FROM: 'Brand <training@brand.example>',
  SITE_URL: page.url,
  VIDEO_URL: videoUrl,
}
const stubs: (() => void)[] = []
after(async () => {
  page.close()
  nameServer.close()
  rmSync(noFunctions, { recursive: true })
  for (const close of stubs) close()
  await Promise.all([mails.close(), refusing.close(), selfSigned.close(), backend.close(), older.remove()])
})

/** Runs the doctor on a project whose site is sound. */
async function doctor(supabaseUrl: string, variables: Variables = {}) {
  const site = {
    SITE_URL: page.url,
    VIDEO_URL: videoUrl,
    SUPABASE_URL: supabaseUrl,
    SUPABASE_SECRET_KEY: secretKey,
  }
  return examine(readTarget({ ...site, ...variables }, { mail: true }))
}

const noLegalPages = [
  'Terms has no address yet, and the page asks for consent.',
  'Privacy has no address yet, and the page asks for consent.',
]

test('of a sound project it names the legal pages alone, which the operator has to write, and the mail arrives', async () => {
  const supabaseUrl = await backend.openFunction(sound)
  const database = await openHostedDatabase(supabaseUrl)
  const results = await doctor(supabaseUrl, { SUPABASE_DB_URL: database.url })
  await database.close()
  const others = results.filter(({ status }) => status !== 'ok').map(({ sentence }) => sentence)
  assert.deepEqual(others, noLegalPages)
  assert.equal(mails.mails.length, 1)
})

test('the records of the sample sender are nobody’s fault on this machine', async () => {
  const supabaseUrl = await backend.openFunction({ ...sound, MAIL_FROM: 'Brand <training@example.com>' })
  const results = await doctor(supabaseUrl)
  for (const { check, status, sentence } of results.filter((result) => result.check.startsWith('sender')))
    assert.deepEqual([status, sentence], ['unseen', 'MAIL_FROM is the sample sender at example.com.'], check)
})

/** What is broken, where that is, and the sentences that say so. */
const broken: [string, () => Promise<string>, ...RegExp[]][] = [
  [
    'nobody at SUPABASE_URL',
    async () => `http://127.0.0.1:${closedPort}`,
    /^SUPABASE_URL does not answer \(ECONNREFUSED\)\.$/,
  ],
  [
    'no function',
    () => backend.openFunction(sound, { functionsDir: noFunctions }),
    /^The function send-lead-email is not deployed at SUPABASE_URL\.$/,
  ],
  [
    'a function of before this command',
    () => backend.openFunction(sound, { functionsDir: older.folder }),
    /^The deployed function is so old that it cannot tell its health\.$/,
  ],
  [
    'a function that does not start',
    async () => `http://127.0.0.1:${gatewayPort}`,
    /^The function does not start \(status 503\)\.$/,
  ],
  // Answers of the platform: https://supabase.com/docs/guides/functions/error-codes
  [
    'verify_jwt',
    () => stub(401, '{"code":"UNAUTHORIZED_NO_AUTH_HEADER","message":"Missing authorization header"}'),
    /^Supabase refuses the call before the function sees it, because verify_jwt is on\.$/,
  ],
  [
    'another server',
    () => stub(200, '<!doctype html>'),
    /^SUPABASE_URL answers, but not as this function \(status 200\)\.$/,
  ],
  [
    'a project without a secret key',
    () => backend.openFunction(sound, { secretKeys: {} }),
    /^The function finds no secret key in its project, so it refuses every lead\.$/,
  ],
  [
    'a key of another project',
    () => backend.openFunction(sound, { secretKeys: { default: 'sb_secret_of_another_project' } }),
    /^The function does not accept SUPABASE_SECRET_KEY\.$/,
  ],
  [
    'malformed settings',
    () =>
      backend.openFunction({
        SMTP_URL: 'mail.example',
        MAIL_FROM: 'training',
        SITE_URL: 'brand.example',
        VIDEO_URL: videoUrl,
      }),
    /^SMTP_URL of the function must be smtp:\/\/host:port or smtps:\/\/host:port\.$/,
    /^MAIL_FROM of the function must hold an e-mail address\.$/,
    /^SITE_URL of the function must be an http\(s\) address\.$/,
    /^No mail can be sent, because SMTP_URL is missing or malformed\.$/,
    /^The test mail could not be sent \(the settings are wrong\)\.$/,
  ],
  [
    'a mail server that is not there',
    () => backend.openFunction({ ...sound, SMTP_URL: `smtp://127.0.0.1:${closedPort}` }),
    /^The mail server in SMTP_URL cannot be reached \(/,
    /^The test mail could not be sent \(/,
  ],
  [
    'a mail server without valid TLS',
    () => backend.openFunction({ ...sound, SMTP_URL: `smtps://127.0.0.1:${selfSigned.port}` }),
    /^The mail server in SMTP_URL offers no valid TLS \(/,
    /^The test mail could not be sent \(/,
  ],
  [
    'a mail server that refuses the owner',
    () => backend.openFunction({ ...sound, SMTP_URL: `smtp://127.0.0.1:${refusing.port}` }),
    /^The test mail could not be sent \(EENVELOPE RCPT TO 550\)\.$/,
  ],
  [
    'no database',
    () => backend.openFunction(sound, { gatewayPort: closedPort }),
    /^The function cannot call the database \(claim_lead_emails: unreachable\), so it refuses every lead\.$/,
  ],
]

for (const [what, open, ...sentences] of broken) {
  test(`it names ${what}, and nothing else`, async () => {
    const results = await doctor(await open())
    const found = results.filter(({ status }) => status === 'fault').map(({ sentence }) => sentence)
    const others = found.filter((sentence) => !noLegalPages.includes(sentence))
    assert.equal(others.length, sentences.length, others.join('\n'))
    for (const [index, sentence] of sentences.entries()) assert.match(others[index] ?? '', sentence)
  })
}

async function stub(status: number, body: string) {
  const server = createServer((_request, response) => response.writeHead(status).end(body))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  stubs.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

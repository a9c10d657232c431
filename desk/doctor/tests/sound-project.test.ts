import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { throwAwayCertificate } from '../../../proof/page/certificate.ts'
import { openInbox } from '../../../supabase/tests/open-inbox.ts'
import { examine } from '../examine.ts'
import { readTarget } from '../target.ts'
import { openFunction } from './open-function.ts'
import { openNameServer } from './open-name-server.ts'
import { openPage } from './open-page.ts'
import { trust } from './trust.ts'

const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'
const certificate = throwAwayCertificate()
const page = await openPage(certificate, videoUrl)
const nameServer = await openNameServer({
  '': [],
  'brand.example': ['v=spf1 include:mail.example -all'],
  'google._domainkey.brand.example': [`v=DKIM1; k=rsa; p=${'A'.repeat(392)}`],
  '_dmarc.brand.example': ['v=DMARC1; p=quarantine'],
})
trust(certificate.cert, nameServer.server)
const inbox = await openInbox()
const project = await openFunction({
  SMTP_URL: `smtp://127.0.0.1:${inbox.port}`,
  MAIL_FROM: 'Brand <training@brand.example>',
  SITE_URL: page.url,
  VIDEO_URL: videoUrl,
})
after(async () => {
  page.close()
  nameServer.close()
  await Promise.all([inbox.close(), project.close()])
})

test('of a sound project it names the legal pages alone, which the operator has to write', async () => {
  const variables = {
    SITE_URL: page.url,
    VIDEO_URL: videoUrl,
    SUPABASE_URL: project.url,
    SUPABASE_SECRET_KEY: project.secretKey,
  }
  const results = await examine(readTarget(variables, { mail: true }))
  // Of the database, which has no address here, database.test.ts proves the same.
  const seen = results.filter(
    ({ sentence }) => !/^(?:SUPABASE_DB_URL is not set|The database did not tell)/.test(sentence),
  )
  assert.deepEqual(
    seen.filter(({ status }) => status !== 'ok').map(({ sentence }) => sentence),
    [
      'Terms has no address yet, and the page asks for consent.',
      'Privacy has no address yet, and the page asks for consent.',
    ],
  )
  assert.equal(inbox.mails.length, 1, 'the test mail arrives')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brand } from '../_shared/brand.ts'
import { defaultVideoUrl } from '../_shared/default-video.ts'
import { parseSettings } from './settings.ts'

const variables = {
  SMTP_URL: 'smtps://user%40x:p%2Fw@mail.example.org',
  MAIL_FROM: 'Brand Scalers <hello@example.org>',
  OWNER_EMAIL: 'owner@example.org',
  SITE_URL: 'https://training.example.org',
}

test('complete variables are parsed', () => {
  assert.deepEqual(parseSettings(variables), {
    smtp: { host: 'mail.example.org', port: 465, secure: true, auth: { user: 'user@x', pass: 'p/w' } },
    from: { name: 'Brand Scalers', address: 'hello@example.org' },
    owner: 'owner@example.org',
    watchUrl: defaultVideoUrl,
  })
})

test('a bare sender address gets the brand as its name', () => {
  const { from } = parseSettings({ ...variables, MAIL_FROM: 'hello@example.org' })
  assert.deepEqual(from, { name: brand, address: 'hello@example.org' })
})

test('all missing and invalid variables are named in one error, without their values', () => {
  const wrong = { SMTP_URL: 'http://secret@x', MAIL_FROM: 'Brand <nobody>', SITE_URL: 'ftp://x' }
  assert.throws(
    () => parseSettings(wrong),
    ({ message }: Error) =>
      ['SMTP_URL', 'MAIL_FROM', 'OWNER_EMAIL', 'SITE_URL'].every((name) => message.includes(name)) &&
      !/secret|nobody|ftp/.test(message),
  )
})

test('a login that is not percent-encoded is named with its variable', () => {
  assert.throws(() => parseSettings({ ...variables, SMTP_URL: 'smtps://u:50%@mail.example.org' }), /SMTP_URL/)
})

test('ports 25 and 587 are refused on Supabase, which blocks them, and accepted elsewhere', () => {
  for (const url of [
    'smtp://mail.example.org',
    'smtp://mail.example.org:25',
    'smtps://mail.example.org:587',
  ]) {
    for (const hosted of ['SB_REGION', 'DENO_DEPLOYMENT_ID']) {
      assert.throws(() => parseSettings({ ...variables, SMTP_URL: url, [hosted]: 'x' }), /SMTP_URL.*465/)
    }
    parseSettings({ ...variables, SMTP_URL: url })
  }
})

test('the mails link to the video if VIDEO_URL is absolute, else to the page', () => {
  const watch = (url: string) => parseSettings({ ...variables, VIDEO_URL: url }).watchUrl
  assert.equal(watch('https://video.example.org/v'), 'https://video.example.org/v')
  for (const url of ['', '/video.mp4', 'javascript:alert(1)']) assert.equal(watch(url), variables.SITE_URL)
})

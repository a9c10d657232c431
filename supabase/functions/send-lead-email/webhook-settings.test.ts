import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webhookSecret } from '../../../tests/sql/open-receiver.ts'
import { readSettings } from './settings.ts'

const variables = {
  SMTP_URL: 'smtps://mail.example.org',
  MAIL_FROM: 'hello@example.org',
  OWNER_EMAIL: 'owner@example.org',
  SITE_URL: 'https://training.example.org',
  LEADS_WEBHOOK_URL: 'https://crm.example/key',
  LEADS_WEBHOOK_SECRET: webhookSecret,
}

test('an address and a secret make a webhook, and neither makes none', () => {
  const { faults, webhook, isWanted } = readSettings(variables)
  const url = new URL(variables.LEADS_WEBHOOK_URL)
  assert.deepEqual(
    [faults, webhook, isWanted],
    [[], { url, secrets: [webhookSecret], isPrivate: false }, true],
  )
  const none = readSettings({ ...variables, LEADS_WEBHOOK_URL: ' ', LEADS_WEBHOOK_SECRET: undefined })
  assert.deepEqual([none.faults, none.webhook, none.isWanted], [[], undefined, false])
})

test('a private receiver without TLS needs the permission of LEADS_WEBHOOK_PRIVATE', () => {
  const url = 'http://192.168.0.7/key'
  const allowed = readSettings({ ...variables, LEADS_WEBHOOK_URL: url, LEADS_WEBHOOK_PRIVATE: 'allow' })
  assert.deepEqual([allowed.faults, allowed.webhook?.isPrivate], [[], true])
})

test('each wrong variable is named without its value, and while there is one no webhook is posted', () => {
  const isPrivate = 'must not lead to this machine or into a private network'
  const isShort = 'must be whsec_ followed by 24 to 64 bytes in base64'
  for (const [variable, value, fault] of [
    ['LEADS_WEBHOOK_URL', undefined, 'is missing'],
    ['LEADS_WEBHOOK_URL', 'crm.example', 'must be an https address'],
    ['LEADS_WEBHOOK_URL', 'http://crm.example/key', 'must be an https address'],
    ['LEADS_WEBHOOK_URL', 'https://192.168.0.7/key', isPrivate],
    ['LEADS_WEBHOOK_URL', 'https://[::ffff:7f00:1]/key', isPrivate],
    ['LEADS_WEBHOOK_SECRET', undefined, 'is missing'],
    ['LEADS_WEBHOOK_SECRET', webhookSecret.slice(6), isShort],
    ['LEADS_WEBHOOK_SECRET', `whsec_${btoa('x'.repeat(23))}`, isShort],
    ['LEADS_WEBHOOK_SECRET', `whsec_${btoa('x'.repeat(65))}`, isShort],
    ['LEADS_WEBHOOK_SECRET', 'whsec_%%%', isShort],
    ['LEADS_WEBHOOK_SECRET', `${webhookSecret} whsec_x`, isShort],
    [
      'LEADS_WEBHOOK_SECRET',
      `${webhookSecret} ${webhookSecret} ${webhookSecret}`,
      'must hold one secret, or two with a space between them',
    ],
    ['LEADS_WEBHOOK_URL', 'https://[::7f00:1]/key', isPrivate],
    ['LEADS_WEBHOOK_PRIVATE', 'yes', 'must be allow, or not be set'],
  ] as const) {
    const { faults, webhook, isWanted, mail } = readSettings({ ...variables, [variable]: value })
    assert.deepEqual(faults, [{ variable, fault }])
    assert.deepEqual([webhook, isWanted, mail?.owners], [undefined, true, [variables.OWNER_EMAIL]])
  }
})

test('two secrets sign while the operator changes the secret', () => {
  const next = `whsec_${btoa('y'.repeat(32))}`
  const { faults, webhook } = readSettings({
    ...variables,
    LEADS_WEBHOOK_SECRET: `${webhookSecret}  ${next}`,
  })
  assert.deepEqual([faults, webhook?.secrets], [[], [webhookSecret, next]])
})

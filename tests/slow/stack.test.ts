import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { rm } from 'node:fs/promises'
import test from 'node:test'
import { startStack } from '../../local/stack.ts'
import { testSettings } from '../kit/test-settings.ts'

test('A text message that Twilio signed reaches the function', async (context) => {
  const token = '0123456789abcdef0123456789abcdef'
  const settings = await testSettings({ TWILIO_AUTH_TOKEN: token })
  const stack = await startStack(settings, { services: ['gateway', 'function'], log: () => {} })
  context.after(async () => {
    await stack.stop()
    await rm(settings.dataDir, { recursive: true })
  })
  const url = `http://127.0.0.1:${settings.gatewayPort}/functions/v1/send-lead-email/texts/twilio`
  const post = (key: string) => {
    const signature = createHmac('sha1', key).update(`${url}BodySTOPFrom+12015550123`).digest('base64')
    const body = new URLSearchParams({ Body: 'STOP', From: '+12015550123' })
    return fetch(url, { method: 'POST', headers: { 'x-twilio-signature': signature }, body })
  }
  assert.equal((await post(token)).status, 200)
  assert.equal((await post('another')).status, 403)
})

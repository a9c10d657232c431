import { startApp } from '../../tests/kit/start-app.ts'
import { exchange } from '../exchange.ts'
import { gatewayUrl, secretKey } from '../settings.ts'
import { expect, player, submitLead, test } from '../test.ts'

// The tests run one after another, so that one worker starts the development server only once.
test.describe.configure({ mode: 'default' })

let app: Awaited<ReturnType<typeof startApp>>
test.beforeAll(async () => {
  app = await startApp('.', { SUPABASE_URL: gatewayUrl, SUPABASE_SECRET_KEY: secretKey }, 'dev')
})
test.afterAll(() => app.stop())

test('development shows no hydration warning from the first tap to the player', async ({
  page,
  lead,
  messages,
}) => {
  await page.route(/maxresdefault/, (route) => route.fulfill({ status: 404 }))
  // The development server sends its scripts only to browsers that use the host name localhost.
  await submitLead(page, lead, app.origin.replace('127.0.0.1', 'localhost'))
  await expect(player(page)).toBeVisible()
  const complaints = messages
    .filter((message) => ['warning', 'error'].includes(message.type()))
    .map((message) => message.text())
  expect(complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
})

test('the development server tells nobody about the project', async () => {
  const { port } = new URL(app.origin)
  const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
  for (const host of ['elsewhere.example.com', `localhost:${port}`]) {
    const head = `POST /_next/mcp HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${body.length}`
    expect(await exchange(Number(port), `${head}\r\n\r\n${body}`)).not.toContain('"tools"')
  }
})

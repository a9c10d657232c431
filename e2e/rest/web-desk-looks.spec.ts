import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { openDesk } from '../../desk/core/open-desk.ts'
import { totpCode } from '../../local/gateway/totp.ts'
import type { Settings } from '../../local/settings.ts'
import { type Stack, startStack } from '../../local/stack.ts'
import { testSettings } from '../../tests/kit/test-settings.ts'
import { findViolations } from '../accessibility.ts'
import { expect, test } from '../test.ts'
import { expectPictures, expectWords } from './look.ts'

const tryKey = 'the-key-of-the-desk-on-the-web-is-long'

let settings: Settings
let stack: Stack
let web: ChildProcess
let origin: string
let here: ReturnType<typeof openDesk>

// Tokens have a time, so the clock is not stopped here.
test.beforeAll(async () => {
  settings = await testSettings()
  stack = await startStack(settings, { services: ['gateway', 'inbox'], log: () => {} })
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  here = openDesk({ GATEWAY_PORT: String(settings.gatewayPort), DESK_KEY: settings.deskKey })
  await here.call('set_web', { issuer: `${gateway}/auth/v1`, try_key: tryKey })
  origin = `http://127.0.0.1:${settings.webPort}`
  web = spawn(process.execPath, ['desk/web/server/run.ts', '--web'], {
    env: {
      PATH: process.env.PATH,
      WEB_DESK_PORT: String(settings.webPort),
      DESK_URL: origin,
      DESK_TRY_KEY: tryKey,
      SUPABASE_URL: gateway,
      SUPABASE_PUBLISHABLE_KEY: settings.publishableKey,
    } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (web.stdout) await once(web.stdout, 'data')
})

test.afterAll(async () => {
  web.kill()
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
})

/** In light and dark colours, and with its picture at both widths. */
async function expectWay(page: Page, name: string) {
  for (const [width, colorScheme] of [
    [390, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    expect(await findViolations(page)).toEqual([])
    expect(await page.locator('html').evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await expectWords(page, `web desk ${name}`)
  await expectPictures(page, `web desk ${name}`, [390, 1280])
}

/** From the email to an address. */
async function readCode(address: string) {
  let code = ''
  await expect(async () => {
    const response = await fetch(`http://127.0.0.1:${settings.inboxPort}/api/v1/messages`, {
      headers: { authorization: `Bearer ${settings.deskKey}` },
    })
    const { messages } = (await response.json()) as {
      messages: { Subject: string; To: { Address: string }[] }[]
    }
    const mail = messages.find(({ To }) => To[0]?.Address === address)
    code = /\b\d{8}\b/.exec(mail?.Subject ?? '')?.[0] ?? ''
    expect(code).not.toBe('')
  }).toPass()
  return code
}

test('the way into the desk on the web looks as it should on a phone and on a screen', async ({ page }) => {
  const address = 'dan@example.org'
  await here.call('add_member', { name: 'dan', address, role: 'colleague' })
  await page.goto(origin)
  await expectWay(page, 'sign-in')
  await page.getByLabel('Your email address').fill(address)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Enter the code' })).toBeVisible()
  await expectWay(page, 'code')
  await page.getByLabel('The eight digits in the email').fill(await readCode(address))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Set up the app' }).click()
  await expect(page.getByText('Key for the app')).toBeVisible()
  const secret = await page.locator('[name=secret]').inputValue()
  // The key is another one each time.
  await page
    .locator('code')
    .evaluate((code) => code.replaceChildren('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567'))
  await expectWay(page, 'second factor')
  await page.getByLabel('The six digits').fill(totpCode(secret, Date.now() / 1000))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('read these six letters out')).toBeVisible()
  expect(await findViolations(page)).toEqual([])
})

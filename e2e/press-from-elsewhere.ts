import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { confirmationVersion } from '../site/confirmation-texts.ts'
import { listen } from '../tests/kit/listen.ts'
import { sql, submissions } from './backend.ts'
import { confirmationLink } from './confirmation-link.ts'
import { mailedLink } from './mailed-link.ts'
import { siteUrl } from './settings.ts'
import { expect, type TestLead, test } from './test.ts'

/** Opens a page of another site, whose form posts to this path of ours, and presses its button. */
export async function postFromElsewhere(page: Page, path: string, enctype: string) {
  const form = `<!doctype html><form method="post" action="${siteUrl}${path}" enctype="${enctype}">
    <input name="shown" value="${confirmationVersion}"><button>Win a prize</button></form>`
  const elsewhere = createServer((_, response) => response.setHeader('content-type', 'text/html').end(form))
  // For a browser, 127.0.0.1 and localhost are two sites.
  await page.goto(`http://localhost:${await listen(elsewhere)}/`)
  await page.getByRole('button').click()
  await page.waitForURL(`${siteUrl}/**`)
  elsewhere.close()
  elsewhere.closeAllConnections()
}

/** All that a press of a link's button could have changed. */
export async function answersOf({ email }: TestLead) {
  const people = await sql(
    `select consent, confirmed_at, pressed_at, begun_at, private.is_suppressed(email)
    from private.leads where email = $1`,
    [email],
  )
  return { people, submissions: (await submissions(email)).length }
}

const pages = {
  confirm: { link: confirmationLink, button: 'Yes, it is mine and I agree' },
  stop: { link: (lead: TestLead) => mailedLink(lead, 'stop'), button: 'Yes, stop them' },
  unsubscribe: { link: (lead: TestLead) => mailedLink(lead, 'unsubscribe'), button: 'Yes, no more emails' },
}

/** A form of another site cannot press the button of these pages. */
export function testPressFromElsewhere(kind: keyof typeof pages): void {
  const { link, button } = pages[kind]
  test(`a form of another site presses no button of ${kind}, and leads the visitor to the question`, async ({
    page,
    lead,
  }) => {
    const ask = await link(lead)
    const before = await answersOf(lead)
    await postFromElsewhere(page, ask.replace(/ask$/, 'answer'), 'application/x-www-form-urlencoded')
    await expect(page).toHaveURL(ask)
    expect(await answersOf(lead)).toEqual(before)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(`/${kind}/outcome/done`)
    expect(await answersOf(lead)).not.toEqual(before)
  })
}

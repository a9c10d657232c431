import { composeMail } from '../supabase/functions/send-lead-email/mail/compose.ts'
import { sampleEmail } from '../supabase/tests/sample-email.ts'
import { expect, test } from './test.ts'

const compose = composeMail({
  siteUrl: 'https://training.example',
  watchUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
})
const submission = { submission_id: '0d7ea1d0-94a9-4f2c-9a4b-3a1c6d0f7b11' }

const mails = {
  'the visitor’s mail': compose(sampleEmail({ ...submission, kind: 'visitor' })),
  'the visitor’s mail that asks to confirm': compose(
    sampleEmail({ ...submission, kind: 'visitor', token: submission.submission_id }),
  ),
  'the owner’s mail': compose(sampleEmail(submission)),
  'the owner’s mail of a corrected lead without a valid phone': compose(
    sampleEmail({ ...submission, updated: true, phone_e164: null, phone: '12' }),
  ),
}

for (const [name, { html }] of Object.entries(mails)) {
  for (const [width, colorScheme] of [
    [360, 'light'],
    [360, 'dark'],
    [768, 'light'],
    [1440, 'light'],
  ] as const) {
    test(`${name} looks as it should at ${width} pixels in ${colorScheme} colours`, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.setContent(html)
      const file = name.replaceAll(/[^a-z]+/g, '-')
      await expect(page).toHaveScreenshot(`${file}-${width}-${colorScheme}.png`, {
        fullPage: true,
        maxDiffPixelRatio: 0.01,
      })
    })
  }
}

import { composeMail } from '../supabase/functions/send-lead-email/mail/compose.ts'
import { sampleEmail } from '../supabase/tests/sample-email.ts'
import { expectPictures, expectWords } from './look.ts'
import { test } from './test.ts'

const compose = composeMail('https://training.example')
const submission = { submission_id: '0d7ea1d0-94a9-4f2c-9a4b-3a1c6d0f7b11' }
const link = { watch_token: '5b1c9a3e-7f42-4d0a-8c35-2e6f90b1d7a4' }

const mails = {
  'the visitor’s mail': compose(sampleEmail({ ...submission, ...link, kind: 'visitor' })),
  'the visitor’s mail that asks to confirm': compose(
    sampleEmail({ ...submission, ...link, kind: 'visitor', token: submission.submission_id }),
  ),
  'the owner’s mail': compose(sampleEmail(submission)),
  'the owner’s mail of a corrected lead without a valid phone': compose(
    sampleEmail({ ...submission, came_before: true, phone_e164: null, phone: '12' }),
  ),
}

for (const [name, { html }] of Object.entries(mails)) {
  test(`${name} looks as it should on every width and in the dark`, async ({ page }) => {
    await page.setContent(html)
    await expectWords(page, name)
    await expectPictures(page, name, [360, 1440], true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectPictures(page, `${name} in the dark`, [360], true)
  })
}

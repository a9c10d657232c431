import { sampleMails } from '../../tests/sql/sample-mails.ts'
import { siteUrl } from '../settings.ts'
import { expect, test } from '../test.ts'
import { expectPictures, expectWords } from './look.ts'

/** The other emails look like the alert, and their words are compared. */
const pictured = /^the (?:alert|digest|owner|reminder|visitor)/
const widelyRead = ['the visitor’s mail', 'the owner’s mail']

for (const [name, { html }] of Object.entries(sampleMails(siteUrl))) {
  test(`${name} looks as it should`, async ({ page }) => {
    await page.setContent(html)
    const pictures = await page.$$eval('img', (images) => images.map(({ naturalWidth }) => naturalWidth))
    expect(pictures).not.toContain(0)
    await expectWords(page, name)
    if (!pictured.test(name)) return
    const isWidelyRead = widelyRead.includes(name)
    await expectPictures(page, name, isWidelyRead ? [360, 1440] : [360], true)
    if (!isWidelyRead) return
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectPictures(page, `${name} in the dark`, [360], true)
  })
}

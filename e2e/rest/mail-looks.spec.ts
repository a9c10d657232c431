import { sampleMails } from '../../tests/sql/sample-mails.ts'
import { siteUrl } from '../settings.ts'
import { expect, test } from '../test.ts'
import { expectPictures, expectWords } from './look.ts'

for (const [name, { html }] of Object.entries(sampleMails(siteUrl))) {
  test(`${name} looks as it should on every width and in the dark`, async ({ page }) => {
    await page.setContent(html)
    const pictures = await page.$$eval('img', (images) => images.map(({ naturalWidth }) => naturalWidth))
    expect(pictures).not.toContain(0)
    await expectWords(page, name)
    await expectPictures(page, name, [360, 1440], true)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectPictures(page, `${name} in the dark`, [360], true)
  })
}

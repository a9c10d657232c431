import { setTimeout } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { submissions } from '../backend.ts'
import { engineNames } from '../engines/engines.ts'
import { openFront } from '../engines/front.ts'
import { sees, typeInTurn } from '../engines/look.ts'
import { test } from '../engines/test.ts'
import { newLead } from '../visitor.ts'
import { zoo } from '../zoo.ts'

const waits = [0, 100, 1_000]
// Chromium meets all ways at all times in zoo.spec.ts. `ZOO=all` tries all of them here, too.
const ways = Object.entries(zoo).filter((_, index) => process.env.ZOO === 'all' || index % 3 === 0)

for (const engine of engineNames.filter((name) => name !== 'chromium'))
  test.describe(`in ${engine}`, () => {
    // The tests run one after another, so that one worker starts the browser only once.
    test.describe.configure({ mode: 'default' })

    for (const [index, [name, change]] of ways.entries()) {
      const wait = waits[index % waits.length]
      test(`a lead is stored and the video is shown when ${name}, pressed after ${wait} ms`, async ({
        closing,
        open,
      }) => {
        const lead = newLead()
        const front = await openFront('on time')
        closing.push(front)
        const browser = await open(engine)
        await browser.open(front.url)
        await browser.evaluate(change)
        await setTimeout(wait)
        await browser.click('[data-play]')
        await sees(browser, { isDialogOpen: true, focus: 'name' })
        await typeInTurn(browser, [lead.name, lead.email])
        await browser.click('[name=phone]')
        await browser.type(lead.phone)
        await browser.click('[name=consent]')
        await sees(browser, { isTicked: true, typed: [lead.name, lead.email, 'US', lead.phone] })
        // If the form is submitted sooner, it looks as if a bot had filled it in.
        await expect.poll(() => browser.evaluate(() => performance.now())).toBeGreaterThan(2_000)
        await browser.click('[type=submit]')
        await sees(browser, { isUnlocked: true })
        expect(await submissions(lead.email)).toMatchObject([{ name: lead.name, phone: lead.phone }])
      })
    }
  })

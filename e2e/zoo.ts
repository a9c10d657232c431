import { submissions } from './backend.ts'
import { expect, letTimePass, playButton, player, type TestLead, test } from './test.ts'

/**
 * Ways in which extensions change a page. Each runs in the page when its HTML is there, before React compares it, and
 * goes on as long as the page is open.
 */
export const zoo: Record<string, () => void> = {
  'an icon is put back at once': () => {
    const icon = document.createElement('i')
    const put = () => icon.isConnected || document.querySelector('#lead-email')?.after(icon)
    new MutationObserver(put).observe(document.body, { childList: true, subtree: true })
    put()
  },
  'a bar is put back at once': () => {
    const bar = document.createElement('div')
    const put = () => document.body.firstChild === bar || document.body.prepend(bar)
    new MutationObserver(put).observe(document.body, { childList: true })
    put()
  },
  'a banner is put back in a microtask': () => {
    const bar = document.createElement('div')
    const put = () => bar.isConnected || document.querySelector('main')?.prepend(bar)
    new MutationObserver(() => queueMicrotask(put)).observe(document.body, { childList: true, subtree: true })
    put()
  },
  'a word is replaced at once': () => {
    const put = () => {
      const text = document.querySelector('h1')?.firstChild
      if (text?.nodeValue && !text.nodeValue.includes('*')) text.nodeValue += '*'
    }
    new MutationObserver(put).observe(document.body, { characterData: true, childList: true, subtree: true })
    put()
  },
  'a word is wrapped at once': () => {
    const put = () => {
      const text = document.querySelector('#lead-title')?.firstChild
      if (text?.nodeType !== 3) return
      const mark = document.createElement('mark')
      text.replaceWith(mark)
      mark.append(text)
    }
    new MutationObserver(put).observe(document.body, { childList: true, subtree: true })
    put()
  },
  'a bar is put back in a task': () => {
    const bar = document.createElement('div')
    const put = () => bar.isConnected || document.querySelector('main')?.prepend(bar)
    new MutationObserver(() => setTimeout(put)).observe(document.body, { childList: true, subtree: true })
    put()
  },
  'a bar is put back in a frame': () => {
    const bar = document.createElement('div')
    const put = () => bar.isConnected || document.querySelector('main')?.prepend(bar)
    new MutationObserver(() => requestAnimationFrame(put)).observe(document.body, {
      childList: true,
      subtree: true,
    })
    put()
  },
  'a clock ticks for ever': () => {
    const clock = document.createElement('time')
    document.querySelector('h1')?.before(clock)
    setInterval(() => {
      clock.textContent = `${performance.now()}`
    }, 5)
  },
  'thousands of changes come before the press': () => {
    const mark = document.createElement('b')
    document.querySelector('h1')?.before(mark)
    for (let count = 0; count < 20_000; count += 1) mark.textContent = `${count}`
  },
  'the play button is wrapped': () => {
    const play = document.querySelector('[data-play]') as Element
    const wrapper = document.createElement('div')
    play.replaceWith(wrapper)
    wrapper.append(play)
  },
  'the play button is wrapped again and again': () => {
    setInterval(() => {
      const play = document.querySelector('[data-play]')
      if (!play || play.parentElement?.dataset.wrapped) return
      const wrapper = document.createElement('div')
      wrapper.dataset.wrapped = 'true'
      play.replaceWith(wrapper)
      wrapper.append(play)
    }, 20)
  },
  'the picture is wrapped after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      const picture = document.querySelector('picture') as Element
      const wrapper = document.createElement('div')
      picture.replaceWith(wrapper)
      wrapper.append(picture)
    }),
  'the play button is wrapped after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      const play = document.querySelector('[data-play]') as Element
      const wrapper = document.createElement('div')
      play.replaceWith(wrapper)
      wrapper.append(play)
    }),
  'the toaster is removed after hydration': () =>
    document.addEventListener('training:hydrated', () =>
      document.querySelector('section[aria-live]')?.remove(),
    ),
  'texts of the buttons are replaced after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      for (const button of document.querySelectorAll('button')) {
        const font = document.createElement('font')
        font.append(...button.childNodes)
        button.append(font)
      }
    }),
}

/** Defines the test of each of these ways: a visitor presses play after this time, and gets the video. */
export function testZoo(names: string[], waits: number[]): void {
  for (const name of names)
    for (const wait of waits)
      test(`a lead is stored and the video is shown when ${name}, pressed after ${wait} ms`, async ({
        page,
        lead,
      }) => {
        await page.goto('/')
        await page.evaluate(zoo[name] as () => void)
        await page.waitForTimeout(wait)
        await playButton(page).click({ timeout: 20_000 })
        await expect(page.locator('dialog:modal')).toBeVisible()
        await typeAll(page, lead)
        await letTimePass(page)
        await page.locator('form [type=submit]').click()
        await expect(player(page)).toBeVisible()
        expect(await submissions(lead.email)).toMatchObject([{ name: lead.name }])
      })
}

async function typeAll(page: Parameters<typeof player>[0], lead: TestLead) {
  await page.locator('#lead-name').click()
  await page.keyboard.type(lead.name, { delay: 10 })
  await page.locator('#lead-email').fill(lead.email)
  await page.locator('#lead-phone').fill(lead.phone)
  await page.locator('#lead-consent').check()
}

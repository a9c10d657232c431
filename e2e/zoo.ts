import { submissions } from './backend.ts'
import { expect, letTimePass, player, type TestLead, test, withoutInvokerCommands } from './test.ts'

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
  'each text is wrapped before hydration': () => {
    const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text)
    }
  },
  'words of all new nodes are replaced': () => {
    const replace = (root: Node) => {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (text.data.includes('training')) text.data = text.data.replaceAll('training', 'butter')
      }
    }
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) replace(node)
    }).observe(document.body, { childList: true, subtree: true })
    replace(document.body)
  },
  'words of the whole page are replaced ten times a second': () => {
    setInterval(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        if (/\bFree\b/.test(text.data)) text.data = text.data.replaceAll(/\bFree\b/g, 'Complimentary')
      }
    }, 100)
  },
  'the word of the submit button is replaced at once': () => {
    const put = () => {
      for (const button of document.querySelectorAll('form [type=submit]')) {
        const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode() as Text | null
        if (text && !text.data.includes('!')) text.data += '!'
      }
    }
    new MutationObserver(put).observe(document.body, { characterData: true, childList: true, subtree: true })
    put()
  },
  'texts are split': () => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) if (text.data.length > 4) text.splitText(3)
  },
  'comments are removed': () => {
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
    const found: Comment[] = []
    while (comments.nextNode()) found.push(comments.currentNode as Comment)
    for (const comment of found) comment.remove()
  },
  'the heading is removed': () => document.querySelector('h1')?.remove(),
  'the heading is replaced by a copy': () => {
    const heading = document.querySelector('h1')
    heading?.replaceWith(heading.cloneNode(true))
  },
  'the picture is removed whenever it comes': () => {
    const remove = () => document.querySelector('picture')?.remove()
    new MutationObserver(remove).observe(document.body, { childList: true, subtree: true })
    remove()
  },
  'main is wrapped before hydration': () => {
    const main = document.querySelector('main') as Element
    const wrapper = document.createElement('div')
    main.replaceWith(wrapper)
    wrapper.append(main)
  },
  'main is wrapped after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      const main = document.querySelector('main') as Element
      const wrapper = document.createElement('div')
      main.replaceWith(wrapper)
      wrapper.append(main)
    }),
  'the dialog is moved to the end of the page': () => {
    document.body.append(document.querySelector('dialog') as Element)
  },
  'the dialog is moved to the end of the page after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      document.body.append(document.querySelector('dialog') as Element)
    }),
  'the fields are wrapped': () => {
    for (const field of document.querySelectorAll('form input:not([type=hidden])')) {
      const wrapper = document.createElement('span')
      field.replaceWith(wrapper)
      wrapper.append(field)
    }
  },
  'the fields are wrapped after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      const focused = document.activeElement as HTMLElement
      for (const field of document.querySelectorAll('form input:not([type=hidden])')) {
        const wrapper = document.createElement('span')
        field.replaceWith(wrapper)
        wrapper.append(field)
      }
      focused.focus()
    }),
  'the labels are replaced by copies after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      for (const label of document.querySelectorAll('form label')) label.replaceWith(label.cloneNode(true))
    }),
  'each label gets an icon for ever': () => {
    setInterval(() => {
      for (const label of document.querySelectorAll('form label'))
        if (!label.querySelector('i')) label.append(document.createElement('i'))
    }, 50)
  },
  'a field gets an icon when it is focused': () =>
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLInputElement) target.after(document.createElement('i'))
    }),
  'attributes of the fields are set again at once': () => {
    const put = () => {
      for (const field of document.querySelectorAll('form input'))
        if (!field.hasAttribute('data-manager')) field.setAttribute('data-manager', 'on')
    }
    new MutationObserver(put).observe(document.body, { attributes: true, childList: true, subtree: true })
    put()
  },
  'styles of the elements are changed for ever': () => {
    setInterval(() => {
      for (const element of document.querySelectorAll<HTMLElement>('main, h1, dialog, form, button'))
        element.style.setProperty('--inverted', `${performance.now()}`)
    }, 20)
  },
  'language and classes of the page are changed': () => {
    document.documentElement.lang = 'fr'
    document.documentElement.className += ' translated-ltr'
    document.body.className += ' extension'
    document.body.setAttribute('cz-shortcut-listen', 'true')
  },
  'a style sheet is put into the head for ever': () => {
    setInterval(() => {
      document.querySelector('style[data-dark]')?.remove()
      const style = document.createElement('style')
      style.dataset.dark = ''
      document.head.prepend(style)
    }, 20)
  },
  'a bar comes while the page hydrates': () =>
    document.addEventListener('training:hydrating', () => {
      document.querySelector('main')?.prepend(document.createElement('aside'))
      document.body.prepend(document.createElement('aside'))
    }),
  'a word is wrapped while the page hydrates': () =>
    document.addEventListener('training:hydrating', () => {
      const text = document.querySelector('#lead-title')?.firstChild as Text
      const mark = document.createElement('mark')
      text.replaceWith(mark)
      mark.append(text)
    }),
  'the toaster is moved after hydration': () =>
    document.addEventListener('training:hydrated', () => {
      const toaster = document.querySelector('section[aria-live]')
      if (toaster) document.querySelector('main')?.append(toaster)
    }),
}

/** Defines the test of each of these ways: a visitor presses play after this time, and gets the video. */
export function testZoo(names: string[], waits: number[], hasCommands = true): void {
  for (const name of names)
    for (const wait of waits)
      test(`a lead is stored and the video is shown when ${name}, pressed after ${wait} ms${
        hasCommands ? '' : ' without commands'
      }`, async ({ page, lead }) => {
        if (!hasCommands) await withoutInvokerCommands(page)
        await page.goto('/')
        await page.evaluate(zoo[name] as () => void)
        await page.waitForTimeout(wait)
        await page.locator('[data-play]').click({ timeout: 20_000 })
        await expect(page.locator('dialog:modal')).toBeVisible()
        await typeAll(page, lead)
        await letTimePass(page)
        // While React builds the page, a press hits nothing that stays. Who sees nothing happen presses again.
        await expect(async () => {
          await page
            .locator('form [type=submit]:enabled')
            .click({ timeout: 1_000 })
            .catch(() => {})
          await expect(player(page)).toBeVisible({ timeout: 10_000 })
        }).toPass()
        expect(await submissions(lead.email)).toMatchObject([{ name: lead.name }])
      })
}

/** As a visitor does: each field is pressed, and then gets one key after another. */
async function typeAll(page: Parameters<typeof player>[0], lead: TestLead) {
  for (const name of ['name', 'email', 'phone'] as const) {
    await page.locator(`#lead-${name}`).click()
    await page.keyboard.type(lead[name], { delay: 10 })
  }
  await expect(() => page.locator('#lead-consent').check({ timeout: 5_000 })).toPass()
}

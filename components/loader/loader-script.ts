import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'
import { recordChanges } from './record-changes'
import { showModal } from './show-modal'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/**
 * What HTML alone cannot do. Translators and extensions may replace any element, so all listeners are on the
 * document, and elements are looked up when needed.
 */
export const loader = () => {
  const page = document
  const browser: Browser = navigator
  const onFrame = requestAnimationFrame
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // In the capture phase, because some events do not bubble.
  const on = <E = Event>(type: string, listener: (event: E) => void) =>
    page.addEventListener(type, listener as unknown as EventListener, true)
  // At the second frame, the browser has painted the first.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))

  const findDialog = () => find<HTMLDialogElement>('#lead-dialog')
  /** The button with this command that was pressed or reached by pointer or focus. */
  const buttonOf = ({ target }: Event, command: string) =>
    (target as Element).closest?.<HTMLButtonElement>(`[command=${command}]`)

  const { variant = '', step } = (find('main') as HTMLElement).dataset
  // The answer to a native post begins with another step. The visitor's first steps were counted before.
  const isFirst = step === 'page_viewed'
  let reach: (event: string) => void = () => {}

  // The browser may not store the answer to a native post. Now it forgets the post, and Back or a reload
  // loads the locked page and not an error page.
  if (!isFirst) history.replaceState(history.state, '')

  // The address of arrival names the campaign. Read now, because other scripts may clean it. Some campaigns
  // are behind '#', which no server gets.
  const { search, hash } = location
  const arrival = search + (/=|%3D/i.test(hash) ? hash.replace('#', search ? '&' : '?') : '')
  const keepArrival = () => {
    // Comes before every post of a form, even React's.
    on('formdata', ({ formData }: FormDataEvent) => {
      formData.set('arrival', arrival)
      formData.set('referrer', page.referrer)
    })
    on('click', ({ target }) => {
      const home = (target as Element).closest<HTMLAnchorElement>('a[href="/"]')
      if (home) home.search = arrival
    })
  }

  const loadScripts = () =>
    // Development defers no scripts.
    afterFrame(() => page.head.append(find<HTMLTemplateElement>('[data-deferred]')?.content ?? ''))

  const stepDownPoster = () => {
    const stepDown = () => {
      const poster = find<HTMLImageElement>('[data-poster]')
      // Without a thumbnail in this size, video hosts send a grey picture of 120 pixels and no error.
      if (!poster?.complete || poster.naturalWidth > 120) return
      const fallback = poster.dataset.poster
      if (fallback && poster.src !== fallback) {
        // Only attributes change, because React could not hydrate the page without the elements.
        for (const source of poster.parentElement?.querySelectorAll('source') ?? []) source.srcset = ''
        poster.src = fallback
      } else {
        poster.hidden = true
      }
    }
    on('load', stepDown)
    on('error', stepDown)
    stepDown()
  }

  const loadFont = () => {
    // A font would delay the first paint before it, and the response to a tap before the load event.
    self.onload = () =>
      new PerformanceObserver((_, observer) => {
        observer.disconnect()
        if (browser.connection?.saveData) return
        new FontFace('Host Grotesk', (find('[data-url]') as HTMLElement).dataset.url as string, {
          weight: '300 800',
        })
          .load()
          .then(
            (face) => page.fonts.add(face),
            () => {},
          )
      }).observe({ type: 'paint', buffered: true })
  }

  const countSteps = () => {
    const reached: Record<string, string> = {}
    let unsent = ''
    reach = (event) => {
      if (reached[event]) return
      unsent += `,${event}`
      reached[event] = unsent
      const detail = { event, variant } as FunnelDetail
      page.dispatchEvent(new CustomEvent('training:funnel', { detail }))
      self.dataLayer?.push(detail)
    }
    const count = (type: string, event: FunnelEvent) => on(type, () => reach(event))

    if (isFirst) {
      count('input', 'form_begun')
      count('submit', 'submitted')
    }
    count('invalid', 'field_error')
    count('play', 'video_begun')
    if (step) reach(step)
    on('training:step', (event: CustomEvent<FunnelEvent>) => reach(event.detail))
    page.onvisibilitychange = () => {
      if (unsent) browser.sendBeacon?.(`/funnel${arrival}`, variant + unsent)
      unsent = ''
    }
  }

  // Copied addresses often have invisible signs. Browsers refuse them without saying which.
  const cleanEmail = () =>
    on('change', ({ target }) => {
      const field = target as HTMLInputElement
      if (field.type !== 'email') return
      // As the desk's pastedAddress(), for one address.
      const text = field.value.replace(/^\s+|\s+$|\p{Cf}/gu, '')
      const words = text.split(/[\s<>()[\],;"“”«»]+/).filter((word) => /[^:]@./.test(word))
      // A copy from Markdown has the address twice.
      const [found, second] = new Set(
        words.map((word) =>
          word
            .replace(/(@[^?]*).*/, '$1')
            .replace(/^['*`|•\p{Pi}\p{Pf}\p{Ps}]*(?:[a-z-]+:(?!\/))?['‘’]*|[^\p{L}\p{N}@]+$/giu, ''),
        ),
      )
      field.value = (!second && found) || text
    })

  const prepareForm = () => {
    const id = find<HTMLInputElement>('[name=submissionId]')
    // All posts of a page view are one submission, so the id only has to differ between a visitor's page
    // views. Firefox restores the one before a reload.
    if (id && (isFirst || !id.value)) id.value = `${Date.now()}`
    // Otherwise Chromium would focus the scroll container. A wrong field already has it.
    const first = find<HTMLInputElement>('[autofocus]') ?? find<HTMLInputElement>('[name=name]')
    if (first) first.autofocus = true
  }

  const runDialog = () => {
    const hasCommands: boolean = 'command' in HTMLButtonElement.prototype
    let opener = find('[data-play]') as HTMLElement
    let isOpen = false

    // The page behind the dialog must not scroll. A CSS rule with :has() would show the dialog 40 ms later on
    // a phone. A scrollbar's place is kept only where there is one.
    const lockPage = () => {
      const { style, clientWidth } = page.documentElement
      style.scrollbarGutter = isOpen && innerWidth > clientWidth ? 'stable' : ''
      style.overflow = isOpen ? 'hidden' : ''
    }

    // Safari before 26 and Chromium before 132 fire no `toggle` for a dialog.
    const followDialog = () => {
      const dialog = findDialog()
      if (isOpen === !!dialog?.open) return
      isOpen = !isOpen
      if (isOpen) {
        // The visitor consents again each time. React Hook Form reads the box on submit.
        const consent = find<HTMLInputElement>('[name=consent]')
        if (consent) consent.checked = false
        if (isFirst) reach('dialog_opened')
        loadScripts()
        afterFrame(lockPage)
      } else {
        lockPage()
        // Safari does not focus a clicked button, so it cannot give the focus back. The page may still be
        // inert here.
        const back = opener.isConnected ? opener : find<HTMLElement>('[data-play]')
        if (dialog) afterFrame(() => isOpen || back?.focus())
      }
    }
    new MutationObserver(followDialog).observe(page, {
      subtree: true,
      childList: true,
      attributeFilter: ['open'],
    })

    const open = () => {
      const dialog = findDialog()
      if (dialog) showModal(dialog)
    }
    const press = (button: Element) => {
      opener = button as HTMLElement
      if (isFirst) reach('play_clicked')
      // Safari before 26.2 and Firefox before 144 lack the attribute `command`.
      if (!hasCommands) open()
    }

    // A double click or tap is one press. The dialog may open under the pointer, and further presses would
    // close it or submit the form.
    let first = self.earlyPress
    let isRepeated = false
    on('mousedown', (event: MouseEvent) => {
      isRepeated =
        !!first &&
        event.timeStamp - first.timeStamp < 1_000 &&
        Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < 40
      first = isRepeated || buttonOf(event, 'show-modal') ? event : undefined
      if (!isOpen) return
      if (isRepeated) event.preventDefault()
      // The dialog itself is the target of a press outside the content. `click` would also fire when a text
      // selection ends outside.
      else if (event.target === findDialog() && !event.button) findDialog()?.close()
    })
    // A held key is one press, too. It would go on to submit the form.
    on('keydown', (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault())

    // A finger fires `pointerenter` long before the click, which the scripts would then delay.
    on('mouseover', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('focus', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('click', (event: MouseEvent) => {
      // A key on a button has no `detail`.
      if (isRepeated && event.detail && findDialog()?.contains(event.target as Element)) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      const button = buttonOf(event, 'show-modal')
      if (button) press(button)
      if (!hasCommands && buttonOf(event, 'close')) findDialog()?.close()
    })

    prepareForm()
    // #training opens the form, so that phone carriers' reviewers can read the consent text.
    const openByAddress = () => location.hash.startsWith('#training') && open()
    self.onhashchange = openByAddress
    openByAddress()
    if (findDialog()?.open) open()
    page.onclick = null
    const early = first && buttonOf(first, 'show-modal')
    if (early) press(early)
    // The dialog may be open before this script runs.
    followDialog()
  }

  keepArrival()
  stepDownPoster()
  loadFont()
  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') countSteps()
  if (find('[data-play]')) {
    runDialog()
    cleanEmail()
  }
  // Without these, React compares nothing.
  if (find('script[src], [data-deferred]')) recordChanges()
}

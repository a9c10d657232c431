import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'
import { recordChanges } from './record-changes'
import { showModal } from './show-modal'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/**
 * Does what HTML alone cannot do. Translators and extensions may replace any element, so all listeners are on the
 * document and elements are looked up when they are needed.
 */
export const loader = () => {
  const page = document
  const browser: Browser = navigator
  const onFrame = requestAnimationFrame
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // The listeners run in the capture phase, because some events do not bubble.
  const on = <E = Event>(type: string, listener: (event: E) => void) =>
    page.addEventListener(type, listener as unknown as EventListener, true)
  // When the second frame begins, the browser has already painted the first one.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))

  const findDialog = () => find<HTMLDialogElement>('#lead-dialog')
  /** The pressed button with this command, or the one that the pointer or the focus has reached. */
  const buttonOf = ({ target }: Event, command: string) =>
    (target as Element).closest?.<HTMLButtonElement>(`[command=${command}]`)

  const { variant = '', step } = (find('main') as HTMLElement).dataset
  // If the page is the answer to a native post, it begins with a different step. The first steps of the visitor were
  // counted before the post.
  const isFirst = step === 'page_viewed'
  let reach: (event: string) => void = () => {}

  // The browser may not store the answer to a native post. With this call it forgets the post, so that Back or a
  // reload loads the locked page, and not an error page of the browser.
  if (!isFirst) history.replaceState(history.state, '')

  // The address at which the visitor arrived names the campaign. Other scripts may clean it later, so it is
  // read now. Some campaigns are behind '#', which is sent to no server.
  const { search, hash } = location
  const arrival = search + (/=|%3D/i.test(hash) ? hash.replace('#', search ? '&' : '?') : '')
  const keepArrival = () => {
    // This event comes before every post of a form, also before those of React.
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
      // If a video host has no thumbnail in this size, it does not send an error. It sends a grey picture that is 120
      // pixels wide.
      if (!poster?.complete || poster.naturalWidth > 120) return
      const fallback = poster.dataset.poster
      if (fallback && poster.src !== fallback) {
        // The elements stay and only their attributes change, because React could not hydrate the page without them.
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
    // A font that loads before the first paint delays this paint. A font that loads before the load event delays the
    // response to a tap.
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

  // A copied address often has signs around or in it that nobody sees. Browsers refuse it, and do not say which sign.
  const cleanEmail = () =>
    on('change', ({ target }) => {
      const field = target as HTMLInputElement
      if (field.type !== 'email') return
      // The same as pastedAddress() of the desk, for one address.
      const text = field.value.replace(/^\s+|\s+$|\p{Cf}/gu, '')
      const words = text.split(/[\s<>()[\],;"“”«»]+/).filter((word) => /[^:]@./.test(word))
      // An address copied from Markdown is there twice.
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
    // All posts from one page view count as one submission. The id only has to differ between two page views by the
    // same visitor. Firefox restores the id of the page view before a reload.
    if (id && (isFirst || !id.value)) id.value = `${Date.now()}`
    // Without this attribute, Chromium would focus the scroll container. If a field is wrong, it already has the
    // attribute.
    const first = find<HTMLInputElement>('[autofocus]') ?? find<HTMLInputElement>('[name=name]')
    if (first) first.autofocus = true
  }

  const runDialog = () => {
    const hasCommands: boolean = 'command' in HTMLButtonElement.prototype
    let opener = find('[data-play]') as HTMLElement
    let isOpen = false

    // The page behind the dialog must not scroll. A CSS rule with :has() would do that too, but on a phone it would
    // show the dialog 40 ms later. The place of a scrollbar is kept only where there is one.
    const lockPage = () => {
      const { style, clientWidth } = page.documentElement
      style.scrollbarGutter = isOpen && innerWidth > clientWidth ? 'stable' : ''
      style.overflow = isOpen ? 'hidden' : ''
    }

    // Safari before 26 and Chromium before 132 fire no `toggle` for a dialog. Its attribute says the same.
    const followDialog = () => {
      const dialog = findDialog()
      if (isOpen === !!dialog?.open) return
      isOpen = !isOpen
      if (isOpen) {
        // The visitor consents again each time. React Hook Form reads the box when the form is submitted.
        const consent = find<HTMLInputElement>('[name=consent]')
        if (consent) consent.checked = false
        if (isFirst) reach('dialog_opened')
        loadScripts()
        afterFrame(lockPage)
      } else {
        lockPage()
        // Safari does not focus a button on a click, so it cannot give the focus back later. The page may also still
        // be inert at this point.
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
      // Safari before 26.2 and Firefox before 144 do not support the attribute `command`.
      if (!hasCommands) open()
    }

    // A double click or a double tap is one press. The dialog may open under the pointer, so its further presses would
    // close the dialog or submit the form.
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
      // If the visitor presses outside the content, the target is the dialog itself. We do not use `click`, because it
      // also fires when a text selection ends outside.
      else if (event.target === findDialog() && !event.button) findDialog()?.close()
    })
    // A key that is held is one press too. It would go on to submit the form.
    on('keydown', (event: KeyboardEvent) => event.repeat && event.key === 'Enter' && event.preventDefault())

    // We do not use `pointerenter`. A finger fires it long before the click, and the scripts would then delay the
    // click.
    on('mouseover', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('focus', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('click', (event: MouseEvent) => {
      // A key that presses a button has no `detail`.
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
    // An address that ends with #training opens the form, so that the reviewers of phone carriers can read the
    // consent text.
    const openByAddress = () => location.hash.startsWith('#training') && open()
    self.onhashchange = openByAddress
    openByAddress()
    if (findDialog()?.open) open()
    page.onclick = null
    const early = first && buttonOf(first, 'show-modal')
    if (early) press(early)
    // The browser may have opened the dialog before this script ran.
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
  // Without these there is nothing that React could compare.
  if (find('script[src], [data-deferred]')) recordChanges()
}

import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

type Id = { value: string | number; form: [HTMLInputElement] }

/**
 * Does what HTML alone cannot do. The source of this function is written into the page, so the function may use
 * nothing from outside its body.
 */
export const loader = () => {
  const page = document
  const browser: Browser = navigator
  const onFrame = requestAnimationFrame
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // The listeners run in the capture phase, because some events do not bubble.
  const on = <E = Event>(target: EventTarget | null, type: string, listener: (event: E) => void) =>
    target?.addEventListener(type, listener as EventListener, true)
  // When the second frame begins, the browser has already painted the first one.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))

  const play = find<HTMLButtonElement>('[data-play]')
  const dialog = find('dialog') as HTMLDialogElement
  const { variant = '', step } = (find('main') as HTMLElement).dataset
  // If the page is the answer to a native post, it begins with a different step. The first steps of the visitor were
  // counted before the post.
  const isFirst = step === 'page_viewed'
  let reach: (event: string) => void = () => {}

  // The browser may not store the answer to a native post. With this call it forgets the post, so that Back or a
  // reload loads the locked page, and not an error page of the browser.
  if (!isFirst) history.replaceState(history.state, '')

  // The address at which the visitor arrived names the campaign. Other scripts may clean it later, so it is read now.
  const arrival = location.search
  const keepArrival = () => {
    // This event comes before every post of a form, also before those of React.
    on(page, 'formdata', ({ formData }: FormDataEvent) => {
      formData.set('arrival', arrival)
      formData.set('referrer', page.referrer)
    })
    on(page, 'click', ({ target }) => {
      const home = (target as Element).closest<HTMLAnchorElement>('a[href="/"]')
      if (home) home.search = arrival
    })
  }

  const loadScripts = () => {
    // Development defers no scripts.
    const load: () => void = () =>
      afterFrame(() => page.head.append(find<HTMLTemplateElement>('[data-deferred]')?.content ?? ''))
    // We do not use `pointerenter`. A finger fires it long before the click, and the scripts would then delay the
    // click.
    on(play, 'mouseenter', load)
    on(play, 'focus', load)
    on(dialog, 'toggle', load)
  }

  const stepDownPoster = () => {
    const poster = find('img')
    const stepDown = () => {
      // If a video host has no thumbnail in this size, it does not send an error. It sends a grey picture that is 120
      // pixels wide.
      if (!poster?.complete || poster.naturalWidth > 120) return
      const fallback = poster.dataset.fallback
      if (fallback && poster.src !== fallback) {
        // The elements stay and only their attributes change, because React could not hydrate the page without them.
        for (const source of page.querySelectorAll('source')) source.srcset = ''
        poster.src = fallback
      } else {
        poster.hidden = true
      }
    }
    on(poster, 'load', stepDown)
    on(poster, 'error', stepDown)
    stepDown()
  }

  const loadFont = () => {
    // A font that loads before the first paint delays this paint. A font that loads before the load event delays the
    // response to a tap.
    self.onload = () =>
      new PerformanceObserver(() => {
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
    const count = (type: string, event: FunnelEvent) => on(page, type, () => reach(event))

    if (isFirst) {
      count('toggle', 'dialog_opened')
      count('input', 'form_begun')
      count('submit', 'submitted')
    }
    count('invalid', 'field_error')
    count('play', 'video_begun')
    if (step) reach(step)
    on(page, 'training:step', (event: CustomEvent<FunnelEvent>) => reach(event.detail))
    page.onvisibilitychange = () => {
      if (unsent) browser.sendBeacon(`/funnel${arrival}`, variant + unsent)
      unsent = ''
    }
  }

  const openDialog = (play: HTMLButtonElement) => {
    // All posts from one page view count as one submission. The id only has to differ between two page views by the
    // same visitor.
    const id = find('[name=submissionId]') as unknown as Id
    id.value ||= Date.now()
    // Without this attribute, Chromium would focus the scroll container. If a field is wrong, it already has the
    // attribute.
    ;(find<HTMLElement>('[autofocus]') ?? id.form[0]).autofocus = true

    // An address that ends with #training opens the form, so that the reviewers of phone carriers can read the
    // consent text.
    if (dialog.open || location.hash === '#training') {
      // The server can render an open dialog, but only a script can make the dialog modal.
      dialog.open = false
      dialog.showModal()
    }
    // Safari before 26.2 and Firefox before 144 do not support the attribute `command`.
    const hasCommands: boolean = 'command' in play
    let opener: HTMLElement = play
    on(page, 'click', (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[command=show-modal]')
      if (!button) return
      opener = button
      if (isFirst) reach('play_clicked')
      if (!hasCommands && !dialog.open) dialog.showModal()
    })
    if (!hasCommands) on(find('[command=close]'), 'click', () => dialog.close())
    // If the visitor presses outside the content, the target is the dialog itself. We do not use `click`, because it
    // also fires when a text selection ends outside.
    on(dialog, 'mousedown', (event: MouseEvent) => event.target === dialog && !event.button && dialog.close())
    on(dialog, 'close', () => {
      // Safari does not focus a button on a click, so it cannot give the focus back later. The page may also still be
      // inert at this point.
      afterFrame(() => dialog.open || opener.focus())
      // The consent box is cleared when the dialog closes, so that the visitor consents anew each time. React Hook
      // Form notices the change, because the box is cleared by a click.
      find<HTMLElement>('input:checked')?.click()
    })
  }

  keepArrival()
  stepDownPoster()
  loadFont()
  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') countSteps()
  if (play) {
    loadScripts()
    openDialog(play)
  }
}

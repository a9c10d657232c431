import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

type Id = { value: string | number; form: [HTMLInputElement] }

/** Does what HTML alone cannot do. This function is serialised into the page, so it uses nothing from outside its body. */
export const loader = () => {
  const page = document
  const browser: Browser = navigator
  const onFrame = requestAnimationFrame
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // The listeners run in the capture phase, because some events do not bubble.
  const on = <E = Event>(target: EventTarget | null, type: string, listener: (event: E) => void) =>
    target?.addEventListener(type, listener as EventListener, true)
  // When the second frame begins, the visitor can already see the first frame.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))

  const play = find<HTMLButtonElement>('[data-play]')
  const dialog = find('dialog') as HTMLDialogElement
  const { variant = '', step } = (find('main') as HTMLElement).dataset
  // The answer to a native post begins with another step. The visitor's first steps were counted before the post.
  const isFirst = step === 'page_viewed'
  let reach: (event: string) => void = () => {}

  const loadScripts = () => {
    // Development defers no scripts.
    const load: () => void = () =>
      afterFrame(() => page.head.append(find<HTMLTemplateElement>('[data-deferred]')?.content ?? ''))
    // With `pointerenter`, which a finger fires long before the click, the scripts would delay the click.
    on(play, 'mouseenter', load)
    on(play, 'focus', load)
    on(dialog, 'toggle', load)
  }

  const stepDownPoster = () => {
    const poster = find('img')
    const stepDown = () => {
      // If a video host lacks a thumbnail, it answers with a grey picture 120 pixels wide, not with an error.
      if (!poster?.complete || poster.naturalWidth > 120) return
      const fallback = poster.dataset.fallback
      if (fallback && poster.src !== fallback) {
        // The loader changes only attributes, because React could not hydrate the page if elements were missing.
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
    // A font that loads before the first paint delays the paint. Before the load event, it delays the answer to a tap.
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
      if (unsent) browser.sendBeacon('/funnel', variant + unsent)
      unsent = ''
    }
  }

  const openDialog = (play: HTMLButtonElement) => {
    // All posts of one page view count as one submission. Only two page views of the same visitor need different ids.
    const id = find('[name=submissionId]') as unknown as Id
    id.value ||= Date.now()
    // Without this attribute, Chromium would focus the scroll container. A wrong field already has the attribute.
    ;(find<HTMLElement>('[autofocus]') ?? id.form[0]).autofocus = true

    // The hash #training opens the form, so that carriers' reviewers can read the consent text.
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
    // The target of a press outside the content is the dialog. A `click` would not do: selecting text may also end outside.
    on(dialog, 'mousedown', (event: MouseEvent) => event.target === dialog && !event.button && dialog.close())
    on(dialog, 'close', () => {
      // Safari does not focus a clicked button, so Safari cannot restore the focus. The page may also still be inert.
      afterFrame(() => dialog.open || opener.focus())
      // Closing unticks the consent box, so the visitor consents again each time. A click also informs React Hook Form.
      find<HTMLElement>('input:checked')?.click()
    })
  }

  stepDownPoster()
  loadFont()
  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') countSteps()
  if (play) {
    loadScripts()
    openDialog(play)
  }
}

import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/** Runs inline and serialised, so it refers to nothing outside itself. It does what HTML alone cannot. */
export const loader = () => {
  const [page, browser, onFrame] = [document, navigator as Browser, requestAnimationFrame]
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // Captured, because some of the events do not bubble.
  const on = (target: EventTarget | null, types: string, listener: (event: MouseEvent) => void) =>
    types.split(' ').forEach((type) => {
      target?.addEventListener(type, listener as EventListener, true)
    })

  const deferred = find<HTMLTemplateElement>('[data-deferred]')?.content
  // Once the next frame begins, the one that answers the visitor is on the screen.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))
  const boot: () => void = () => afterFrame(() => deferred && page.head.append(deferred))

  const poster = find('img')
  const stepDown = () => {
    // A video host that lacks a thumbnail answers with a grey one of 120 pixels instead of an error.
    if (!poster?.complete || poster.naturalWidth > 120) return
    const fallback = poster.dataset.fallback
    if (fallback && poster.src !== fallback) {
      // Only attributes change: React could not hydrate elements that are gone.
      for (const source of page.querySelectorAll('source')) source.srcset = ''
      poster.src = fallback
    } else {
      poster.hidden = true
    }
  }
  on(poster, 'load error', stepDown)
  stepDown()

  const play = find<HTMLButtonElement>('[data-play]')
  // Earlier, the first paint would wait for the font.
  new PerformanceObserver(() => {
    if (browser.connection?.saveData) return
    new FontFace('Host Grotesk', (find('[data-font]') as HTMLElement).dataset.font as string, {
      weight: '300 800',
    })
      .load()
      .then(
        (face) => page.fonts.add(face),
        () => {},
      )
  }).observe({ type: 'paint', buffered: true })

  let reach: (event?: string) => void = () => {}
  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') {
    const { variant = '' } = (find('main') as HTMLElement).dataset
    const reached: Record<string, string> = {}
    let unsent = ''
    reach = (event) => {
      if (!event || reached[event]) return
      unsent += `,${event}`
      reached[event] = unsent
      const detail = { event, variant } as FunnelDetail
      page.dispatchEvent(new CustomEvent('training:funnel', { detail }))
      self.dataLayer?.push(detail)
    }
    const count = (type: string, event: FunnelEvent, target: EventTarget = page) =>
      on(target, type, () => reach(event))

    // The answer to a native post goes on with the visitor's walk.
    if (play && deferred) {
      reach('page_viewed')
      count('toggle', 'dialog_opened')
      count('input', 'form_begun')
      count('submit', 'submitted')
    }
    count('invalid', 'field_error')
    count('play', 'video_begun')
    const look = () => reach(find<HTMLElement>('[data-step]')?.dataset.step)
    look()
    new MutationObserver(look).observe(page, { childList: true, subtree: true })
    on(self, 'visibilitychange', () => {
      if (unsent) browser.sendBeacon('/funnel', variant + unsent)
      unsent = ''
    })
  }

  if (!play) return

  const dialog = find('dialog') as HTMLDialogElement
  // Not pointerenter: a finger causes that long before its click, which the scripts would then hold up.
  on(play, 'mouseenter focus', boot)
  on(dialog, 'toggle', boot)

  // One submission, however often the page posts it. The id only has to differ between two visits of one person.
  const id: { value: string | number } = find('[name=submissionId]') as HTMLInputElement
  id.value ||= Date.now()

  // The address for those who review the consent.
  if (dialog.open || location.hash === '#training') {
    // The server can send it open, but not modal.
    dialog.open = false
    dialog.showModal()
  }
  // Safari before 26.2 and Firefox before 144.
  const hasCommands: boolean = 'command' in play
  let opener: HTMLElement = play
  on(page, 'click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[command=show-modal]')
    if (!button) return
    opener = button
    if (deferred) reach('play_clicked')
    if (!hasCommands && !dialog.open) dialog.showModal()
  })
  if (!hasCommands) on(find('[command=close]'), 'click', () => dialog.close())
  const hasLightDismiss: boolean = 'closedBy' in dialog
  // Only a press beside the content hits the dialog itself. A click would also end there after selecting text.
  if (!hasLightDismiss) on(dialog, 'mousedown', ({ target }) => target === dialog && dialog.close())
  on(dialog, 'close', () => {
    // Safari does not focus a clicked button, so it has no focus to give back, and the page may still be inert.
    afterFrame(() => dialog.open || opener.focus())
    // Consent is an act, given anew on every opening; a click keeps React Hook Form informed.
    find<HTMLElement>('input:checked')?.click()
  })
}

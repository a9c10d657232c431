import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/**
 * Runs inline in the browser, serialised, so it must refer to nothing outside itself. It gives the server's HTML what
 * HTML alone cannot do, with or without React, puts the deferred scripts (build/defer-scripts.ts) into the document on the
 * first sign that the visitor reaches for the video, and counts the funnel. Its script element carries the web font's
 * address.
 */
export const loader = () => {
  // Under names that the minifier can shorten.
  const [page, browser, onFrame] = [document, navigator as Browser, requestAnimationFrame]
  const find: typeof document.querySelector = page.querySelector.bind(page)
  // In the capture phase, for some of the events do not bubble.
  const on = (target: EventTarget | null, types: string, listener: (event: MouseEvent) => void) =>
    types.split(' ').forEach((type) => {
      target?.addEventListener(type, listener as EventListener, true)
    })

  const deferred = find<HTMLTemplateElement>('[data-deferred]')?.content
  // Once the next frame begins, the one that answers the visitor is on the screen.
  const afterFrame = (work: () => void) => onFrame(() => onFrame(() => setTimeout(work)))
  const boot: () => void = () => afterFrame(() => deferred && page.head.append(deferred))

  const poster = find<HTMLImageElement>('[data-poster]')
  const stepDown = () => {
    // A video host that lacks a thumbnail answers with a grey one of 120 pixels instead of an error.
    if (!poster?.complete || poster.naturalWidth > 120) return
    const fallback = poster.dataset.fallback
    if (fallback && poster.src !== fallback) {
      // Only attributes change: React could not hydrate elements that are gone.
      for (const source of page.querySelectorAll('source')) source.srcset = ''
      poster.src = fallback
    } else {
      poster.style.display = 'none'
    }
  }
  on(poster, 'load error', stepDown)
  stepDown()

  const play = find<HTMLButtonElement>('[data-play]')
  self.onload = () =>
    afterFrame(() => {
      if (browser.connection?.saveData) return
      // Not by a rule of the stylesheet: the first paint, which the screen may show some frames after it is drawn, would
      // wait for the font.
      new FontFace('Host Grotesk', `url(${find<HTMLElement>('[data-font]')?.dataset.font})`, {
        weight: '300 800',
      })
        .load()
        .then(
          (face) => page.fonts.add(face),
          () => {},
        )
    })

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

    // Every other page of ours that has a form answers a native post, and goes on with the visitor's walk.
    if (play && deferred) {
      reach('page_viewed')
      count('toggle', 'dialog_opened')
      count('input', 'form_begun')
      count('submit', 'submitted')
    }
    count('invalid', 'field_error')
    count('play', 'video_begun')
    // What the server or React shows says by itself what the visitor has reached.
    const look = () => reach(find<HTMLElement>('[data-step]')?.dataset.step)
    look()
    new MutationObserver(look).observe(page, { childList: true, subtree: true })
    on(self, 'visibilitychange pagehide', () => {
      if (unsent) browser.sendBeacon('/funnel', variant + unsent)
      unsent = ''
    })
  }

  if (!play) return

  const dialog = find('dialog') as HTMLDialogElement
  // Not pointerenter: a finger causes that long before its click, which the scripts would then hold up.
  on(play, 'mouseenter focus', boot)
  on(dialog, 'toggle', boot)

  // The same content is one submission, however often and by whichever way this page posts it. The id need not be
  // unpredictable: it only has to differ between two visits of one person.
  const id = find('[name=submissionId]') as HTMLInputElement
  id.value ||= `${Date.now()}`

  if (dialog.open) {
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
  // What is inside covers all of the dialog, so the dialog itself is hit by a press beside it alone. Not by a click, which
  // also ends there when the visitor has selected text and left the dialog by that.
  if (!hasLightDismiss) on(dialog, 'mousedown', ({ target }) => target === dialog && dialog.close())
  on(dialog, 'close', () => {
    // Safari does not focus a clicked button, so it has no focus to give back; and at this moment it may still take the
    // page behind the dialog for inert.
    afterFrame(() => dialog.open || opener.focus())
    // Consent is an act, given anew on every opening; a click keeps React Hook Form informed.
    find<HTMLElement>('[name=consent]:checked')?.click()
  })
}

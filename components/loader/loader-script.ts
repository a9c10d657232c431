/**
 * Runs inline in the browser, serialised, so it must refer to nothing outside itself. It gives the server's HTML what
 * HTML alone cannot do, with or without React, and puts the deferred scripts (build/defer-scripts.ts) into the document
 * on the first sign that the visitor reaches for the video. Its script element carries the web font's address.
 */
export function loader(): void {
  const find: typeof document.querySelector = document.querySelector.bind(document)
  const on = (target: EventTarget | null, types: string, listener: (event: MouseEvent) => void) => {
    for (const type of types.split(' ')) target?.addEventListener(type, listener as EventListener)
  }

  const deferred = find<HTMLTemplateElement>('[data-deferred]')?.content
  // Once the next frame begins, the one that answers the visitor is on the screen.
  const afterFrame = (work: () => void) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(work)))
  const boot = () => afterFrame(() => deferred && document.head.append(deferred))

  const poster = find<HTMLImageElement>('[data-poster]')
  const stepDown = () => {
    // A video host that lacks a thumbnail answers with a grey one of 120 pixels instead of an error.
    if (!poster?.complete || poster.naturalWidth > 120) return
    const fallback = poster.dataset.fallback
    if (fallback && poster.src !== fallback) {
      // Only attributes change: React could not hydrate elements that are gone.
      for (const source of document.querySelectorAll('source')) source.srcset = ''
      poster.src = fallback
    } else {
      poster.style.display = 'none'
    }
  }
  on(poster, 'load error', stepDown)
  stepDown()

  const play = find<HTMLButtonElement>('[data-play]')
  on(self, 'load', () =>
    afterFrame(() => {
      if ((navigator as { connection?: { saveData: boolean } }).connection?.saveData) return
      // Not by a rule of the stylesheet: the first paint would wait for the font, and lay the text out twice as slowly.
      new FontFace('Host Grotesk', `url(${find<HTMLElement>('[data-font]')?.dataset.font})`, {
        weight: '300 800',
      })
        .load()
        .then(
          (face) => document.fonts.add(face),
          () => {},
        )
      if (play)
        deferred?.querySelectorAll<HTMLScriptElement & HTMLLinkElement>('*').forEach((file) => {
          fetch(file.src || file.href, { priority: 'low' }).catch(() => {})
        })
    }),
  )

  if (!play) {
    boot()
    return
  }

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
  if (!hasCommands) {
    on(play, 'click', () => dialog.open || dialog.showModal())
    on(find('[command=close]'), 'click', () => dialog.close())
  }
  const hasLightDismiss: boolean = 'closedBy' in dialog
  // What is inside covers all of the dialog, so the dialog itself is hit by a click beside it alone.
  if (!hasLightDismiss) on(dialog, 'click', ({ target }) => target === dialog && dialog.close())
  on(dialog, 'close', () => {
    // Safari does not focus a clicked button, so it has no focus to give back; and at this moment it may still take the
    // page behind the dialog for inert.
    afterFrame(() => dialog.open || play.focus())
    // Consent is an act, given anew on every opening; a click keeps React Hook Form informed.
    find<HTMLElement>('[name=consent]:checked')?.click()
  })
}

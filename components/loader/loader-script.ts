import type { FunnelDetail, FunnelEvent } from '@/lib/funnel/funnel-event'

type Browser = Navigator & {
  connection?: { saveData: boolean }
  globalPrivacyControl?: boolean
  doNotTrack?: string | null
}

/**
 * Does what HTML alone cannot do. The source of this function is written into the page, so the function may use
 * nothing from outside its body. Translators and extensions may replace any element, so all listeners are on the
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
  /** Returns the button with this command that was pressed or that the pointer or the focus has reached. */
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

  // The address at which the visitor arrived names the campaign. Other scripts may clean it later, so it is read now.
  // Some campaigns stand behind '#', which is sent to no server.
  const { search, hash } = location
  const arrival = search + (hash.includes('=') ? hash.replace('#', search ? '&' : '?') : '')
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
      const [found, second] = text.split(/[\s<>()[\],;"“”«»]+/).filter((word) => word.includes('@'))
      const cut = found?.replace(/(@[^?]*).*/, '$1').replace(/^(?:mailto|e-?mail):|[.:!']+$/gi, '')
      field.value = (!second && cut) || text
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

  // The server can render an open dialog, but only a script can make the dialog modal. A modal dialog that somebody
  // takes out of the page and puts back is no longer modal.
  const showModal = (dialog: HTMLDialogElement) => {
    if (dialog.matches(':modal')) return
    dialog.open = false
    dialog.showModal()
  }

  const runDialog = () => {
    const hasCommands: boolean = 'command' in HTMLButtonElement.prototype
    let opener = find('[data-play]') as HTMLElement
    let isOpen = false

    // The page behind the dialog must not scroll. A CSS rule with :has() would do that too, but on a phone it would
    // show the dialog 40 ms later.
    const lockPage = () => {
      page.documentElement.style.overflow = isOpen ? 'hidden' : ''
      page.documentElement.style.scrollbarGutter = isOpen ? 'stable' : ''
    }

    // Safari before 26 and Chromium before 132 fire no `toggle` for a dialog. Its attribute tells the same.
    const followDialog = () => {
      const dialog = findDialog()
      if (isOpen === !!dialog?.open) return
      isOpen = !isOpen
      if (isOpen) {
        // The visitor consents anew each time. React Hook Form reads the box when the form is submitted.
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

    // We do not use `pointerenter`. A finger fires it long before the click, and the scripts would then delay the
    // click.
    on('mouseover', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('focus', (event) => buttonOf(event, 'show-modal') && loadScripts())
    on('click', (event) => {
      const button = buttonOf(event, 'show-modal')
      if (button) {
        opener = button
        if (isFirst) reach('play_clicked')
      }
      // Safari before 26.2 and Firefox before 144 do not support the attribute `command`.
      if (hasCommands) return
      const dialog = findDialog()
      if (button && dialog) showModal(dialog)
      if (buttonOf(event, 'close')) dialog?.close()
    })
    // If the visitor presses outside the content, the target is the dialog itself. We do not use `click`, because it
    // also fires when a text selection ends outside.
    on(
      'mousedown',
      ({ target, button }: MouseEvent) => target === findDialog() && !button && findDialog()?.close(),
    )

    prepareForm()
    const dialog = findDialog()
    // An address that ends with #training opens the form, so that the reviewers of phone carriers can read the
    // consent text.
    if (dialog?.open || location.hash.startsWith('#training')) dialog && showModal(dialog)
  }

  // React compares the page with what the server sent. If they differ, it builds the whole page anew. Translators,
  // extensions and phones change the page at any time. Their changes are therefore taken back just before React
  // compares, and made again just after.
  const keepChanges = () => {
    const changes: MutationRecord[] = []
    const texts = new Map<MutationRecord, string | null>()
    // A translator may have moved a text of ours into an element of its own.
    const homes = new Map<Node, [Node, Node | null]>()
    let isComparing = false
    let dialog = findDialog()
    let focused: Element | null = null

    const change = (record: MutationRecord, isBack: boolean) => {
      const { target, nextSibling: next, previousSibling: previous, addedNodes, removedNodes } = record
      if (record.type === 'characterData') {
        const text = isBack ? record.oldValue : texts.get(record)
        texts.set(record, target.nodeValue)
        target.nodeValue = text ?? null
        return
      }
      const [out, into] = (isBack ? [addedNodes, removedNodes] : [removedNodes, addedNodes]).map((nodes) => [
        ...nodes,
      ])
      if (!isBack && !target.isConnected) return
      for (const node of out ?? []) {
        if (node.parentNode !== target) continue
        target.removeChild(node)
        const [parent, before] = (!isBack && homes.get(node)) || []
        if (before?.parentNode === parent) parent?.insertBefore(node, before ?? null)
        else parent?.appendChild(node)
      }
      const after = previous?.parentNode === target ? previous.nextSibling : null
      for (const node of into ?? []) {
        if (isBack && node.parentNode && !homes.has(node))
          homes.set(node, [node.parentNode, node.nextSibling])
        target.insertBefore(node, next?.parentNode === target ? next : after)
      }
    }

    const focus = (element: HTMLElement | null, { selectionStart, selectionEnd }: HTMLInputElement) => {
      element?.focus({ preventScroll: true })
      if (selectionEnd) (element as HTMLInputElement).setSelectionRange(selectionStart, selectionEnd)
    }

    const makeChanges = (records: MutationRecord[], isBack = false) => {
      const active = page.activeElement as HTMLInputElement
      for (const record of records) change(record, isBack)
      observer.takeRecords()
      if (dialog?.open && dialog.isConnected) showModal(dialog)
      if (page.activeElement !== active) focus(active, active)
    }
    const keep = (records: MutationRecord[]) => {
      // What stands at the end of the body does not disturb React, and Next.js puts things of its own there.
      const kept = records.filter(
        ({ target, nextSibling, addedNodes }) => target !== page.body || nextSibling || !addedNodes[0],
      )
      // While React compares, others make their changes once more. If these were kept too, each text would be doubled.
      if (isComparing) makeChanges(kept.reverse(), true)
      else changes.push(...kept)
    }
    const observer = new MutationObserver(keep)

    const release = () => {
      if (!isComparing) return
      isComparing = false
      observer.disconnect()
      makeChanges(changes)
    }

    // The page may have been changed before this script ran, and then React has built it anew.
    const restore = () => {
      const old = dialog
      const last = focused as HTMLInputElement | null
      dialog = findDialog()
      if (!old || !dialog || old === dialog) return
      prepareForm()
      for (const { name, value, checked } of old.querySelectorAll<HTMLInputElement>('[name]')) {
        const field = dialog.querySelector<HTMLInputElement>(`[name="${name}"]`)
        if (field) Object.assign(field, { value, checked })
      }
      if (old.open) showModal(dialog)
      if (last && !last.isConnected) focus(find(last.id ? `#${last.id}` : '[data-play]'), last)
    }

    observer.observe(page.body, { subtree: true, childList: true, characterDataOldValue: true })
    on('focusin', ({ target }) => {
      focused = target as Element
    })
    on('training:hydrating', () => {
      keep(observer.takeRecords())
      isComparing = true
      makeChanges(changes.toReversed(), true)
      // If a script never arrives, the visitor should not lose the translation.
      setTimeout(release, 5_000)
    })
    on('training:hydrated', () => {
      release()
      restore()
    })
  }

  keepArrival()
  stepDownPoster()
  loadFont()
  if (!browser.globalPrivacyControl && browser.doNotTrack !== '1') countSteps()
  if (find('[data-play]')) {
    runDialog()
    cleanEmail()
    keepChanges()
  }
}

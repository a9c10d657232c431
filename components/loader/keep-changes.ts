import { dialogId } from '@/components/lead/dialog-id'
import { showModal } from './show-modal'

/** Two observers that answer each other in one task would freeze the tab. */
const maxRoundsInTask = 20
/** React ignores the end of the body, where Next.js adds things, too. */
const disturbsReact = ({ target, nextSibling, addedNodes }: MutationRecord) =>
  target !== document.body || nextSibling || !addedNodes[0]

/**
 * Translators, extensions and phones change the page around hydration. What the visitor has typed stays, and
 * the tab does not freeze.
 *
 * React compares the page with what the server sent. If they differ, it builds the whole page again. The changes are
 * therefore taken back just before React compares, and made again just after. If somebody puts a change back at once,
 * or there are too many, this gives up for good: React builds the page, and the fields are filled in again.
 *
 * @param changes What others have changed until now (record-changes.ts).
 */
export const keepChanges = (changes: MutationRecord[]) => {
  const page = document
  const findDialog = () => page.querySelector<HTMLDialogElement>(`#${dialogId}`)
  const kept = changes.filter(disturbsReact)
  const texts = new Map<MutationRecord, string | null>()
  // A translator may have moved our text into its own element.
  const homes = new Map<Node, [Node, Node | null]>()
  let isComparing = true
  let rounds = 0
  let dialog = findDialog()
  let focused = page.activeElement ?? page.body

  const change = (record: MutationRecord, isBack: boolean) => {
    const { target, nextSibling: next, previousSibling: previous, addedNodes, removedNodes } = record
    if (record.type === 'characterData') {
      const text = isBack ? record.oldValue : texts.get(record)
      texts.set(record, target.nodeValue)
      target.nodeValue = text ?? null
      return
    }
    if (!isBack && !target.isConnected) return
    for (const node of isBack ? addedNodes : removedNodes) {
      if (node.parentNode !== target) continue
      target.removeChild(node)
      const [parent, before] = (!isBack && homes.get(node)) || []
      if (before?.parentNode === parent) parent?.insertBefore(node, before ?? null)
      else parent?.appendChild(node)
    }
    const after = previous?.parentNode === target ? previous.nextSibling : null
    for (const node of isBack ? removedNodes : addedNodes) {
      if (isBack && node.parentNode && !homes.has(node)) homes.set(node, [node.parentNode, node.nextSibling])
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

  const giveUp = () => {
    isComparing = false
    observer.disconnect()
  }

  const keep = (records: MutationRecord[]) => {
    if (!rounds++) setTimeout(() => (rounds = 0))
    // Others repeat their changes while React compares. If these were kept, each text would be doubled.
    if (rounds > maxRoundsInTask) giveUp()
    else makeChanges(records.filter(disturbsReact).reverse(), true)
  }
  const observer = new MutationObserver(keep)

  const release = () => {
    if (!isComparing) return
    giveUp()
    makeChanges(kept)
  }

  // If the page differed, React has built it again.
  const restore = () => {
    const old = dialog
    dialog = findDialog()
    if (!old || !dialog || old === dialog) return
    for (const { name, value, checked, autofocus } of old.querySelectorAll<HTMLInputElement>('[name]'))
      Object.assign(dialog.querySelector(`[name="${name}"]`) ?? {}, { value, checked, autofocus })
    if (old.open) showModal(dialog)
  }

  observer.observe(page.body, { subtree: true, childList: true, characterDataOldValue: true })
  const follow = ({ target }: Event) => {
    if ((target as Element).matches('input, select, button')) focused = target as Element
  }
  page.addEventListener('focusin', follow, true)
  page.addEventListener('pointerdown', follow, true)
  page.addEventListener('training:hydrated', () => {
    const last = focused as HTMLInputElement
    // The focus was moved: nothing has it, or a press gives it to the dialog.
    const isLost = () => [page.body, dialog].includes(page.activeElement as HTMLElement)
    const wasLost = isLost()
    const focusAgain = () =>
      focus(last.isConnected ? last : page.querySelector(last.id ? `#${last.id}` : '[data-play]'), last)
    release()
    restore()
    if (wasLost || !last.isConnected) focusAgain()
    // A press can make React compare or build the page at once. What was pressed is moved or gone, and gets
    // no focus.
    setTimeout(() => isLost() && focusAgain())
  })
  makeChanges(kept.toReversed(), true)
  // If a script never arrives, the visitor keeps the translation.
  setTimeout(release, 5_000)
}

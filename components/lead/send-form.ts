import { submitLead } from '@/lib/lead/submit-lead'
import type { LeadAnswer } from '@/lib/lead/submit-lead-state'

const timeoutMs = 15_000

/**
 * An earlier call has no answer. Next.js runs actions one by one, so a call that timed out holds up all later
 * ones.
 */
let isHanging = false

/** Calls in a row with an answer that the page cannot read. */
let refusals = 0

/**
 * Sends the form through the server action. Returns the answer, or `unavailable` after 15 s. Some filters
 * refuse the calls of scripts, so after a second refusal the browser posts the form, and this returns
 * undefined if the visitor stops the post or comes back. Never rejects. May be repeated. Only the first view
 * of the page sends a time: a visitor who corrects a native post may be quick.
 */
export async function sendForm(
  element: HTMLFormElement,
  isFirstView: boolean,
): Promise<LeadAnswer | { status: 'unavailable' } | undefined> {
  if (isHanging) return (await siteAnswers()) ? sendNatively(element) : { status: 'unavailable' }
  const form = new FormData(element)
  if (isFirstView) form.set('elapsedMs', `${Math.round(performance.now())}`)
  isHanging = true
  try {
    const answer = submitLead(form).finally(() => {
      isHanging = false
    })
    const given = await Promise.race([answer, timeout()])
    refusals = 0
    // The box is ticked, so only its text can be out of date. The answer to a native post shows the new one.
    return given.status === 'invalid' && given.errors.consent ? sendNatively(element) : given
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec 8 requires this log
    console.error('The lead was not sent.', error)
    // Without an answer, `fetch` throws a TypeError, or the call still hangs.
    refusals = isHanging || error instanceof TypeError ? 0 : refusals + 1
    // A newer build no longer knows the action.
    const isReplaced = (error as Error).name === 'UnrecognizedActionError'
    return isReplaced || refusals > 1 ? sendNatively(element) : { status: 'unavailable' }
  }
}

/** Works without this page's scripts. Resolves if the browser stays on this page or comes back. */
function sendNatively(element: HTMLFormElement): Promise<undefined> {
  element.submit()
  const staying = new AbortController()
  const { signal } = staying
  return new Promise<undefined>((resolve) => {
    addEventListener('pageshow', ({ persisted }) => persisted && resolve(undefined), { signal })
    // The visitor stopped the post. Safari before 26.2 and Firefox before 147 lack this event.
    self.navigation?.addEventListener('navigateerror', () => resolve(undefined), { signal })
  }).finally(() => staying.abort())
}

/**
 * Without a network, a native post would end on the browser's error page. `navigator.onLine` is also false on
 * a machine whose only network is its own.
 */
function siteAnswers(): Promise<boolean> {
  const options: RequestInit = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) }
  return fetch('/', options).then(
    () => true,
    () => false,
  )
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer within 15 s.')), timeoutMs))
}

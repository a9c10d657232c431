import { unstable_isUnrecognizedActionError as isReplacedAction } from 'next/navigation'
import type { LeadAnswer, SubmitLead } from '@/lib/lead/submit-lead-state'

const timeoutMs = 15_000

/** Whether a call still has no answer. Actions run one by one, so even after its timeout a call holds up all later ones. */
let isHanging = false

/** Sends the form by the server action. Resolves to the answer, after 15 s to `unavailable`; never rejects. Repeating is safe. */
export async function sendForm(
  submitLead: SubmitLead,
  element: HTMLFormElement,
): Promise<LeadAnswer | { status: 'unavailable' }> {
  if (isHanging) return sendNatively(element)
  const form = new FormData(element)
  form.set('referrer', document.referrer)
  form.set('elapsedMs', `${Math.round(performance.now())}`)
  isHanging = true
  try {
    const answer = submitLead(form).finally(() => {
      isHanging = false
    })
    return await Promise.race([answer, timeout()])
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec 8 has the error logged
    console.error('The lead was not sent.', error)
    if (!isReplacedAction(error)) return { status: 'unavailable' }
    return sendNatively(element)
  }
}

/** Has the browser post the form. That needs no script of this page, and the answer is a new page. */
function sendNatively(element: HTMLFormElement): Promise<never> {
  element.submit()
  return new Promise(() => {})
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer within 15 s.')), timeoutMs))
}

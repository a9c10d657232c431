import { unstable_isUnrecognizedActionError as isReplacedAction } from 'next/navigation'
import type { LeadAnswer, SubmitLead } from '@/lib/lead/submit-lead-state'

const timeoutMs = 15_000

/**
 * Sends the form by the server action. Resolves to its answer, or to `unavailable` when there was none within 15 seconds;
 * never rejects, and does not resolve when a new page is on its way. The form carries its submission id, so that sending
 * it again cannot store it twice.
 */
export async function sendForm(
  submitLead: SubmitLead,
  element: HTMLFormElement,
): Promise<LeadAnswer | { status: 'unavailable' }> {
  const form = new FormData(element)
  // A third of the body, which only a native post needs.
  for (const name of [...form.keys()]) if (name.startsWith('$ACTION_')) form.delete(name)
  form.set('referrer', document.referrer)
  form.set('elapsedMs', `${Math.round(performance.now())}`)
  try {
    return await Promise.race([submitLead({ status: 'idle' }, form), timeout()])
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: spec 8 has the error logged
    console.error('The lead was not sent.', error)
    if (!isReplacedAction(error)) return { status: 'unavailable' }
    // The page is older than the last deploy. A native post still arrives and is answered with today's page.
    element.submit()
    return new Promise(() => {})
  }
}

function timeout(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('No answer within 15 s.')), timeoutMs))
}

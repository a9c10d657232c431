import { unstable_isUnrecognizedActionError as isReplacedAction } from 'next/navigation'
import { useRef } from 'react'
import { submitLead } from '@/app/actions'
import type { SubmitLeadState } from '@/lib/lead/submit-lead-state'
import { postToFreshAction } from './post-to-fresh-action'

const timeoutMs = 15_000
const idle: SubmitLeadState = { status: 'idle' }

/**
 * Sends the form by the server action; resolves to its answer, or to null when there was none within 15 seconds.
 * What was sent before goes out under the same submission id, so that a retry cannot store it twice. A call while
 * one is under way resolves to `idle` and sends nothing.
 */
export function useSubmitLead(): (form: HTMLFormElement) => Promise<SubmitLeadState | null> {
  const submission = useRef({ content: '', id: '' })
  const sending = useRef(false)

  return async (element) => {
    if (sending.current) return idle
    sending.current = true
    try {
      const form = new FormData(element)
      const content = JSON.stringify([...form])
      // `randomUUID` needs a secure context; without it the action mints the id.
      if (content !== submission.current.content)
        submission.current = { content, id: crypto.randomUUID?.() ?? '' }
      form.set('submissionId', submission.current.id)
      form.set('referrer', document.referrer)
      form.set('elapsedMs', `${Math.round(performance.now())}`)
      return await Promise.race([submitLead(idle, form), timeout()])
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: spec 8 has the error logged
      console.error('The lead was not sent.', error)
      if (isReplacedAction(error)) await postToFreshAction(element, submission.current.id).catch(() => {})
      return null
    } finally {
      sending.current = false
    }
  }
}

function timeout(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, timeoutMs, null))
}

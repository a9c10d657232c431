import { type FocusEvent, useState } from 'react'
import { suggestEmail } from '@/lib/lead/suggest-email'

/** Returns an address for a likely typo, or ''. Undefined before the first focus: a live region must precede its text. */
export function useEmailQuestion() {
  const [suggested, setSuggested] = useState<string>()
  const onFocus = () => setSuggested('')
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => {
    const ask = () => setSuggested(suggestEmail(target.value) ?? '')
    // The question moves the controls below it. If a press has begun, the question waits until the press ends.
    if (document.querySelector(':active')) addEventListener('click', () => setTimeout(ask), { once: true })
    else ask()
  }
  return { suggested, onFocus, onBlur }
}

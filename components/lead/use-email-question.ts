import { type FocusEvent, useState } from 'react'
import { suggestEmail } from '@/lib/lead/suggest-email'

/**
 * What the form asks about a likely typo in its email address: undefined until the field has had the focus, so that a
 * live region is there before the question, then the suggested address, or nothing. Gives the field's listeners, too.
 */
export function useEmailQuestion() {
  const [suggested, setSuggested] = useState<string>()
  const onFocus = () => setSuggested('')
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => {
    const ask = () => setSuggested(suggestEmail(target.value) ?? '')
    // What appears moves what is below, which must not slip away under a press.
    if (document.querySelector(':active')) addEventListener('click', () => setTimeout(ask), { once: true })
    else ask()
  }
  return { suggested, onFocus, onBlur }
}

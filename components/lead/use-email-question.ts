import { type FocusEvent, useState } from 'react'
import { suggestEmail } from '@/lib/lead/suggest-email'

/** What to ask about a likely typo: undefined until the field has had the focus, so that a live region is there before, then '' or an address. */
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

import { type FocusEvent, useState } from 'react'
import { suggestEmail } from '@/lib/lead/suggest-email'

/**
 * '' if the typed address looks right. The text goes into a live region, so it is undefined until the visitor
 * first enters the field.
 */
export function useEmailQuestion() {
  const [suggested, setSuggested] = useState<string>()
  const onFocus = () => setSuggested('')
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => {
    const ask = () => setSuggested(suggestEmail(target.value) ?? '')
    // The question moves the controls below it, so it waits until the visitor has finished a press.
    if (document.querySelector(':active')) addEventListener('click', () => setTimeout(ask), { once: true })
    else ask()
  }
  return { suggested, onFocus, onBlur }
}

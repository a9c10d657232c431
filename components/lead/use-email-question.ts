import { type FocusEvent, useState } from 'react'
import { suggestEmail } from '@/lib/lead/suggest-email'

/**
 * Suggests an address if the typed address seems mistyped, otherwise ''. The value fills a live region, so it is undefined
 * before the first focus.
 */
export function useEmailQuestion() {
  const [suggested, setSuggested] = useState<string>()
  const onFocus = () => setSuggested('')
  const onBlur = ({ target }: FocusEvent<HTMLInputElement>) => {
    const ask = () => setSuggested(suggestEmail(target.value) ?? '')
    // The question moves the controls below it, so the question appears only after a press has ended.
    if (document.querySelector(':active')) addEventListener('click', () => setTimeout(ask), { once: true })
    else ask()
  }
  return { suggested, onFocus, onBlur }
}

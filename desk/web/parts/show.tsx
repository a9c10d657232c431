import type { ChangeEvent, FormEvent, KeyboardEvent } from 'react'
import { Button } from '@/components/ui/button'

// The arrow keys walk through the values of a closed list, and each step is a change. So what is chosen by keys is
// shown on Enter.
let isWalking = false

/** The properties of a list of values that acts as soon as the operator chooses one. */
export const showChosen = {
  onPointerDown() {
    isWalking = false
  },
  onKeyDown(event: KeyboardEvent<HTMLSelectElement>) {
    const { key, currentTarget } = event
    if (key === 'Enter' && isWalking) {
      event.preventDefault()
      currentTarget.form?.requestSubmit()
    }
    isWalking = key.startsWith('Arrow') || key.length === 1
  },
  onChange({ currentTarget }: ChangeEvent<HTMLSelectElement>) {
    if (!isWalking) currentTarget.form?.requestSubmit()
  },
}

/** Shows the list when the operator picks one of the offered values. What is typed is shown on Enter. */
export function showPicked({
  currentTarget: { value, list, form },
  nativeEvent,
}: FormEvent<HTMLInputElement>) {
  const { inputType = 'insertReplacementText' } = nativeEvent as InputEvent
  const isOffered = [...(list?.options ?? [])].some((option) => option.value === value)
  if (inputType === 'insertReplacementText' && isOffered) form?.requestSubmit()
}

/** The button of a form that acts as its values are chosen. It is seen without script, and by whoever uses keys. */
export const ShowButton = () => (
  <Button variant="outline" className="bg-card [@media(scripting:enabled)]:not-focus:sr-only">
    Show
  </Button>
)

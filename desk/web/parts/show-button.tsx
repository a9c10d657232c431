import { Button } from '@/components/ui/button'

/**
 * The button of a form whose fields have `data-auto-submit`. It is seen without script, and by whoever uses keys.
 */
export const ShowButton = () => (
  <Button variant="outline" className="bg-card [@media(scripting:enabled)]:not-focus:sr-only">
    Show
  </Button>
)

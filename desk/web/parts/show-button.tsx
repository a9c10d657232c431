import { Button } from '@/components/ui/button'

/** Seen without script, and by whoever uses keys. */
export const ShowButton = () => (
  <Button variant="outline" className="bg-card [@media(scripting:enabled)]:not-focus:sr-only">
    Show
  </Button>
)

import { Button } from '@/components/ui/button'

/** Visible without scripts, and to keyboard users. */
export const ShowButton = () => (
  <Button variant="outline" className="bg-card [@media(scripting:enabled)]:not-focus:sr-only">
    Show
  </Button>
)

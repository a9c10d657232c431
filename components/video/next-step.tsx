import { Button } from '@/components/ui/button'
import { nextStepCopy as copy } from '@/site/copy'

/** Shows the operator's next step below the player. Without a URL, shows nothing. */
export function NextStep() {
  if (!copy.href) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-2xl paper p-5 sm:px-7">
      <h2 className="text-xl font-extrabold tracking-tight">{copy.title}</h2>
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href={copy.href} target="_blank" rel="noreferrer">
          {copy.link}
        </a>
      </Button>
    </div>
  )
}

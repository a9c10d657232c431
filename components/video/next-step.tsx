import { Button } from '@/components/ui/button'
import { nextStepCopy as copy } from '@/site/next-step'

/**
 * Shows the operator's next step below the player. Without a URL, shows nothing. `token` is that of the visitor's own
 * link to it. If it is missing, because the function is older, the press is not counted.
 */
export function NextStep({ token }: { token?: string }) {
  if (!copy.href) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-2xl paper p-5 sm:px-7">
      <h2 className="text-xl font-extrabold tracking-tight">{copy.title}</h2>
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href={token ? `/call/${token}` : copy.href} target="_blank" rel="noreferrer">
          {copy.link}
        </a>
      </Button>
    </div>
  )
}

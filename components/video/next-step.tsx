import { Button } from '@/components/ui/button'
import { nextStepCopy as copy } from '@/lib/site/copy'

/** Offers the next step below the player once the video is nearly over. Shows nothing if the offer has no address. */
export function NextStep({ isLate }: { isLate: boolean }) {
  if (!copy.href) return null
  return (
    // A live region must be in the page before its text. `relative` puts the region above the video's glow.
    <div role="status" className="relative">
      {isLate && (
        <>
          <h2 className="mt-6 mb-4 text-title">{copy.title}</h2>
          <Button asChild>
            <a href={copy.href} target="_blank" rel="noreferrer">
              {copy.link}
            </a>
          </Button>
        </>
      )}
    </div>
  )
}

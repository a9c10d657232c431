import { Button } from '@/components/ui/button'
import { nextStepCopy as copy } from '@/site/copy'

/** Shows the operator's offer below the player when the video is nearly over. Without a URL the offer is not shown. */
export function NextStep({ isLate }: { isLate: boolean }) {
  if (!copy.href) return null
  return (
    // A live region must already be in the page when its text appears.
    <div role="status">
      {isLate && (
        <>
          <h2 className="mb-4 type-title">{copy.title}</h2>
          <Button asChild variant="cta" size="cta" className="no-underline">
            <a href={copy.href} target="_blank" rel="noreferrer">
              {copy.link}
            </a>
          </Button>
        </>
      )}
    </div>
  )
}

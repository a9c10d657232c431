import { Button } from '@/components/ui/button'
import { nextStepCopy as copy } from '@/lib/site/copy'

/** What is offered below the player once the video is nearly over, where there is an address for it. */
export function NextStep({ isLate }: { isLate: boolean }) {
  if (!copy.href) return null
  return (
    // There before its content, which is announced for that; above the glow of the video.
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

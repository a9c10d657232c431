import { dialogId } from '@/components/lead/dialog-id'
import { Button } from '@/components/ui/button'
import type { PageCopy } from '@/lib/site/variants'

/** A heading and three points about the training (spec 2). While the video is locked, a button opens the form. */
export function Discover({ title, bullets, watch }: PageCopy['discover']) {
  return (
    <section className="border-t bg-muted px-5 py-16 sm:px-8 sm:py-20">
      <div className="mx-auto max-w-5xl">
        <h2 className="max-w-2xl text-title">{title}</h2>
        <ul className="mt-10 grid list-none gap-4 lg:grid-cols-3">
          {bullets.map(({ title, text }, index) => (
            <li key={title} className="rounded-2xl border bg-card p-6">
              <span
                aria-hidden="true"
                className="mb-4 grid size-8 place-content-center rounded-lg bg-primary text-heading text-primary-foreground"
              >
                {index + 1}
              </span>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 text-muted-foreground">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-10 text-center">
          <Button type="button" variant="cta" size="cta" command="show-modal" commandfor={dialogId}>
            {watch}
          </Button>
        </p>
      </div>
    </section>
  )
}

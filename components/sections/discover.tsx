import { dialogId } from '@/components/lead/dialog-id'
import type { PageCopy } from '@/lib/site/variants'

/** What the training teaches (spec 2): a heading and three points, and once more the way to the video while it is locked. */
export function Discover({ title, bullets, watch }: PageCopy['discover']) {
  return (
    <section className="band px-5 py-16 sm:px-8 sm:py-20">
      <div className="mx-auto max-w-5xl">
        <h2 className="max-w-2xl text-title">{title}</h2>
        <ul className="points mt-10 grid gap-4 lg:grid-cols-3">
          {bullets.map(({ title, text }) => (
            <li key={title} className="rounded-2xl border border-line bg-raised p-6">
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 text-muted">{text}</p>
            </li>
          ))}
        </ul>
        <p className="mt-10 text-center noscript:hidden [body:not(:has(dialog))_&]:hidden">
          <button type="button" className="button" command="show-modal" commandfor={dialogId}>
            {watch}
          </button>
        </p>
      </div>
    </section>
  )
}

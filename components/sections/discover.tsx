import type { PageCopy } from '@/lib/site/variants'

/** What the training teaches (spec 2): a heading and three points. */
export function Discover({ title, bullets }: PageCopy['discover']) {
  return (
    <section className="band px-5 py-20 sm:px-8 sm:py-28">
      <div className="mx-auto max-w-5xl">
        <h2 className="max-w-2xl text-title">{title}</h2>
        <ul className="discoveries mt-10 grid gap-x-10 md:grid-cols-3">
          {bullets.map(({ title, text }) => (
            <li key={title}>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-3 text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

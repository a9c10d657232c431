import { discoverCopy } from '@/supabase/functions/_shared/site'

export function Discover() {
  return (
    <section className="border-line border-t bg-surface px-5 py-20 sm:px-8 sm:py-28">
      <div className="mx-auto max-w-5xl">
        <h2 className="max-w-2xl text-balance font-bold text-title">{discoverCopy.title}</h2>
        <ul className="mt-10 grid gap-x-10 sm:mt-14 md:grid-cols-3">
          {discoverCopy.bullets.map(({ title, text }, index) => (
            <li key={title} className="border-line border-t py-7 md:border-accent md:border-t-2">
              <p aria-hidden="true" className="font-extrabold text-5xl text-accent leading-none">
                {index + 1}
              </p>
              <h3 className="mt-5 text-balance font-bold text-xl leading-snug">{title}</h3>
              <p className="mt-3 text-pretty text-muted leading-relaxed">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

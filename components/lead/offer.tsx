import { offerCopy, trustCopy } from '@/site/copy'

/** Stands beside the form on a wide screen. */
export function Offer({ points }: { points: readonly string[] }) {
  return (
    <div className="hidden grid-rows-[auto_auto_1fr] gap-7 bg-secondary p-8 text-secondary-foreground lg:grid">
      <p className="text-[1.75rem]/tight font-extrabold tracking-tight">{offerCopy.title}</p>
      <ul className="grid gap-5">
        {points.map((point) => (
          <li key={point} className="flex gap-3 text-lg/snug font-bold text-balance">
            <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-px size-6 shrink-0">
              <circle cx="12" cy="12" r="12" />
              <path d="M9.5 7.6v8.8l7-4.4z" className="fill-secondary" />
            </svg>
            {point}
          </li>
        ))}
      </ul>
      <p className="self-end border-t-2 border-foreground pt-5 font-semibold text-pretty">
        {trustCopy.length && `${trustCopy.length}. `}
        {offerCopy.text}
      </p>
    </div>
  )
}

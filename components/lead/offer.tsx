import { nextCopy } from '@/site/copy'

/** Says what happens next. It stands beside the form on a wide screen. */
export function Offer() {
  return (
    <div className="hidden content-between gap-8 bg-secondary p-8 text-secondary-foreground lg:grid">
      <p className="text-[1.75rem]/tight font-extrabold tracking-tight text-balance">{nextCopy.title}</p>
      <ol className="relative grid gap-6">
        {nextCopy.steps.map((step) => (
          <li
            key={step}
            className="relative pl-9 font-semibold text-balance before:absolute before:top-0.5 before:left-0 before:stop before:bg-secondary not-last:after:absolute not-last:after:top-5 not-last:after:-bottom-7 not-last:after:left-[0.46875rem] not-last:after:w-[0.1875rem] not-last:after:bg-foreground last:before:bg-foreground"
          >
            {step}
          </li>
        ))}
      </ol>
    </div>
  )
}

import { proof } from '@/lib/proof'
import { sectionCopy } from '@/site/copy'
import { Person } from './person'

/** Left out if site/copy.ts has none. */
export function Proof() {
  const { presenter, quotes, figures } = proof()
  if (!presenter && quotes.length + figures.length === 0) return null
  return (
    <section aria-label={sectionCopy.proof} className="px-gutter pb-section sm:px-8">
      <div className="mx-auto max-w-page border-t pt-8 low:max-w-7xl">
        <ul className="flex flex-wrap gap-x-14 gap-y-8">
          {presenter && (
            <li>
              <Tag isExample={presenter.isExample} />
              <Person {...presenter} />
            </li>
          )}
          {figures.map(({ number, meaning, source, href, isExample }) => (
            <li key={meaning} className="max-w-64">
              <Tag isExample={isExample} />
              <p className="type-title text-primary">{number}</p>
              <p className="mt-1 font-semibold">{meaning}</p>
              <p className="text-sm text-muted-foreground">{href ? <a href={href}>{source}</a> : source}</p>
            </li>
          ))}
          {quotes.map(({ text, isExample, ...person }) => (
            <li key={text} className="min-w-[min(18rem,100%)] flex-1">
              <Tag isExample={isExample} />
              <figure>
                <blockquote className="type-lead text-pretty">{`“${text}”`}</blockquote>
                <figcaption className="mt-4">
                  <Person {...person} />
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

const Tag = ({ isExample }: { isExample?: true }) =>
  isExample && (
    <p className="mb-2 w-fit rounded-sm border border-primary px-1.5 text-xs font-semibold text-primary">
      {sectionCopy.example}
    </p>
  )

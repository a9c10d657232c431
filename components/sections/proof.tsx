import { sectionCopy, trustCopy } from '@/site/copy'
import { Person } from './person'

/** Shows quotes and figures, if the operator has any in site/copy.ts. */
export function Proof() {
  const { quotes, figures } = trustCopy
  if (quotes.length + figures.length === 0) return null
  return (
    <section className="px-gutter pb-section sm:px-8">
      <div className="mx-auto max-w-page low:max-w-7xl">
        <h2 className="sr-only">{sectionCopy.proof}</h2>
        <ul className="flex flex-wrap gap-x-14 gap-y-8 border-t pt-8">
          {figures.map(({ number, meaning, source, href }) => (
            <li key={meaning} className="max-w-64">
              <p className="type-title text-primary">{number}</p>
              <p className="mt-1 font-semibold">{meaning}</p>
              <p className="text-sm text-muted-foreground">{href ? <a href={href}>{source}</a> : source}</p>
            </li>
          ))}
          {quotes.map(({ text, ...person }) => (
            <li key={text} className="min-w-72 flex-1">
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

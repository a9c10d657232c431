import { sectionCopy, trustCopy } from '@/site/copy'

export function Faq() {
  const { faq } = trustCopy
  if (faq.length === 0) return null
  return (
    <section className="paper px-gutter py-section sm:px-8">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-8 md:grid-cols-[18rem_1fr] low:max-w-7xl">
        <h2 className="type-title">{sectionCopy.faq}</h2>
        <div className="border-b border-foreground">
          {faq.map(({ question, answer }) => (
            <details key={question} className="group border-t border-foreground py-4">
              <summary className="flex cursor-pointer list-none justify-between gap-4 text-lg font-bold [&::-webkit-details-marker]:hidden">
                {question}
                <svg
                  viewBox="0 0 24 24"
                  aria-hidden="true"
                  className="mt-1 size-5 shrink-0 stroke-current stroke-2"
                >
                  <path d="M4 12h16" />
                  <path d="M12 4v16" className="group-open:hidden" />
                </svg>
              </summary>
              <p className="mt-2 max-w-[60ch] text-muted-foreground">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

import { Button } from '@/components/ui/button'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'

export type TextsProps = {
  texts: {
    id: string
    from: string
    /** The operator can call or stop a number only if it is in the international form. */
    number?: string
    person?: { name: string; href: string }
    words: string
    at: string
    when: string
  }[]
  more?: string
}

/**
 * Shows the text messages that say neither stop nor start. Each text message has the actions that the operator can
 * take.
 */
export const Texts = ({ texts, more }: TextsProps) => (
  <Section id="texts" title="Text messages to read">
    <ul className="grid gap-4">
      {texts.map(({ id, from, number, person, words, at, when }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 text-sm">
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-baseline gap-x-2">
              {person && (
                <a href={person.href} className="font-medium hover:underline">
                  {person.name}
                </a>
              )}
              {number ? (
                <a href={`tel:${number}`} className="tabular-nums hover:underline">
                  {from}
                </a>
              ) : (
                <span>{from}</span>
              )}
              <time dateTime={at} className="text-xs text-muted-foreground">
                {when}
              </time>
            </p>
            <blockquote className="mt-0.5 whitespace-pre-line wrap-anywhere">{words}</blockquote>
          </div>
          <form method="post" action="/texts" className="flex flex-wrap gap-2">
            <Hidden values={{ text: id }} />
            {/* Enter presses the first button. */}
            <Button
              name="do"
              value="read"
              variant="outline"
              aria-label={`Put away the text from ${from}`}
              className="bg-card"
            >
              Put away
            </Button>
            {number && (
              <Button name="do" value="stop" variant="destructive" aria-label={`Stop this number: ${from}`}>
                Stop this number
              </Button>
            )}
          </form>
        </li>
      ))}
    </ul>
    {more && <p className="mt-4 text-xs text-muted-foreground">{more}</p>}
  </Section>
)

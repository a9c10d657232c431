import { Button } from '@/components/ui/button'
import { nameOf } from '../../../core/lead.ts'
import { isNumber, type readTexts } from '../../../core/texts.ts'
import { tellSender } from '../../format/tell-phone.ts'
import { tellTime } from '../../format/when.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'

/**
 * Shows the text messages that say neither stop nor start. Each text message has the actions that the operator can
 * take.
 */
export const Texts = ({ count, texts }: Awaited<ReturnType<typeof readTexts>>) => (
  <Section id="texts" title="Text messages to read">
    <ul className="grid gap-4">
      {texts.map(({ id, sender, person, words, received_at: at }) => (
        <li key={id} className="flex flex-wrap items-center gap-3 text-sm">
          <div className="min-w-0 flex-1 basis-72">
            <p className="flex flex-wrap items-baseline gap-x-2">
              {person && (
                <a href={`/leads/${person.id}`} className="font-medium wrap-anywhere hover:underline">
                  {nameOf(person)}
                </a>
              )}
              {isNumber(sender) ? (
                <a href={`tel:${sender}`} className="tabular-nums hover:underline">
                  {tellSender(sender)}
                </a>
              ) : (
                <span>{tellSender(sender)}</span>
              )}
              <time dateTime={at} className="text-xs text-muted-foreground">
                {tellTime(at)}
              </time>
            </p>
            <blockquote className="mt-0.5 whitespace-pre-line wrap-anywhere">{words}</blockquote>
          </div>
          <Form action="/texts" className="flex flex-wrap gap-2">
            <Hidden values={{ text: id, sender }} />
            {/* Enter presses the first button. */}
            <Button
              name="do"
              value="read"
              variant="outline"
              aria-label={`Mark as read: the text from ${tellSender(sender)}`}
              className="bg-card"
            >
              Mark as read
            </Button>
            {isNumber(sender) && (
              <Button
                name="do"
                value="stop"
                variant="destructive"
                aria-label={`Stop this number: ${tellSender(sender)}`}
              >
                Stop this number
              </Button>
            )}
          </Form>
        </li>
      ))}
    </ul>
    {count > texts.length && (
      <p className="mt-4 text-xs text-muted-foreground">
        These are the newest {texts.length}. The others appear when you have read these.
      </p>
    )}
  </Section>
)

import { Button } from '@/components/ui/button'
import { nameOf } from '../../../core/lead.ts'
import { isNumber, type readTexts } from '../../../core/texts.ts'
import { tellSender } from '../../format/tell-phone.ts'
import { tellTime } from '../../format/when.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'

type Text = Awaited<ReturnType<typeof readTexts>>['texts'][number]

/** Says neither stop nor start. */
export const TextRow = ({ id, sender, person, words, received_at: at }: Text) => (
  <>
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="sr-only">Text message to read: </span>
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
      <blockquote className="whitespace-pre-line wrap-anywhere text-muted-foreground">{words}</blockquote>
    </div>
    <Form call="answer_text" action="/texts" className="flex flex-wrap gap-2">
      <Hidden values={{ text: id, sender }} />
      {/* Enter presses the first button. */}
      <Button
        name="do"
        value="read"
        variant="outline"
        size="sm"
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
          size="sm"
          aria-label={`Stop this number: ${tellSender(sender)}`}
        >
          Stop this number
        </Button>
      )}
    </Form>
  </>
)

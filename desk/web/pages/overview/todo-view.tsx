import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { DialogTrigger } from '@/components/ui/dialog'
import { counted } from '../../../core/figures.ts'
import { mostCounted, renderAmount } from '../../format/amounts.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import type { Attention } from '../../server/attention.ts'

const kinds = {
  failed: { icon: MailWarning, look: 'bg-bad-ground text-bad' },
  held: { icon: ShieldQuestion, look: 'bg-wait-ground text-wait' },
  late: { icon: Clock, look: 'bg-wait-ground text-wait' },
  call: { icon: Phone, look: 'bg-wait-ground text-wait' },
  text: { icon: MessageSquare, look: 'bg-wait-ground text-wait' },
}

type Item = { kind: keyof typeof kinds; text: string; hint: string; href: string }

export type TodoProps = {
  attention: Attention
  /** A digest of those whose mails are on hold. */
  seen: string
  /** Why the mail provider sends to nobody but the owner, while it is asked again and again. */
  limited?: { title: string; remedy: string }
  /** How many persons are to be called today, and how many text messages are to be read. */
  calls: number
  texts: number
}

/** What waits for the operator. */
export function Todo({ attention, seen, limited, calls, texts }: TodoProps) {
  const todo = todoOf(attention, limited, calls, texts)
  const held = renderAmount(attention.held)
  return (
    <ul className="flex flex-col gap-2 sm:flex-row sm:flex-wrap" aria-label="What to do">
      {todo.length === 0 && (
        <li className="rounded-xl bg-good-ground px-4 py-2.5 text-sm font-medium text-good">
          Nothing waits for you.
        </li>
      )}
      {todo.map(({ kind, text, hint, href }) => {
        const { icon: Icon, look } = kinds[kind]
        return (
          <li key={text} className="flex gap-2">
            <a
              href={href}
              title={hint}
              className={`flex flex-1 items-center gap-2.5 rounded-xl px-4 py-2.5 text-sm font-medium ${look}`}
            >
              <Icon aria-hidden="true" className="size-4 shrink-0" />
              {text}
              <ArrowRight aria-hidden="true" className="ml-auto size-4 shrink-0" />
            </a>
            {kind === 'held' && (
              <Form action="/mails" className="flex gap-2">
                <NoDefaultButton />
                <Hidden values={{ status: kind, list: 'mails=held', all: held, seen }} />
                <DialogTrigger commandfor="send" variant="outline" className="h-full bg-card">
                  Send…<span className="sr-only"> what is on hold</span>
                </DialogTrigger>
                <DialogTrigger commandfor="drop" variant="outline" className="h-full bg-card">
                  Drop…<span className="sr-only"> what is on hold</span>
                </DialogTrigger>
                <MailQuestion id="send" act="send" whose={held} />
                <MailQuestion id="drop" act="drop" whose={held} />
              </Form>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Returns what waits for the operator. Takes the number of persons to call, and the number of text messages to read.
 */
function todoOf(
  { failed, held, overdue, delayed, own }: Attention,
  limited: TodoProps['limited'],
  calls: number,
  texts: number,
): Item[] {
  const items: [number, Item][] = [
    [
      limited ? 1 : 0,
      {
        kind: 'failed',
        text: `${limited?.title}, so visitors get no emails. ${limited?.remedy ?? ''}`,
        hint: 'See which mails wait.',
        href: '/mails',
      },
    ],
    [
      failed,
      {
        kind: 'failed',
        text: `${renderAmount(failed)}: a mail failed`,
        hint: 'See why, and send it again.',
        href: '/mails',
      },
    ],
    [
      held,
      {
        kind: 'held',
        text: `${renderAmount(held)}: on hold`,
        hint: 'They look like bots, or too many signed up at once. Send or drop their mails.',
        href: '/leads?mails=held',
      },
    ],
    [
      delayed,
      {
        kind: 'late',
        text: `${renderAmount(delayed)}: a mail is delayed`,
        hint: 'Sending has failed for over an hour. See why.',
        href: '/mails',
      },
    ],
    [
      overdue,
      {
        kind: 'late',
        text: `${renderAmount(overdue)}: a mail is overdue`,
        hint: 'Nothing sends it. Tell whoever set up the site.',
        href: '/leads?mails=overdue',
      },
    ],
    [
      own,
      {
        kind: 'failed',
        text: `${own === 1 ? 'A mail' : `${own} mails`} to you failed`,
        hint: 'See why, and send it again.',
        href: '/mails',
      },
    ],
    [
      calls,
      {
        kind: 'call',
        text: `${renderAmount(calls)}: to call today`,
        hint: 'See whom you wanted to call again.',
        href: '/leads?calls=today',
      },
    ],
    [
      texts,
      {
        kind: 'text',
        text:
          texts > mostCounted
            ? `More than ${counted(mostCounted, 'text message')} to read`
            : `${counted(texts, 'text message')} to read`,
        hint: 'Stop the number, or mark the text as read.',
        href: '#texts',
      },
    ],
  ]
  return items.flatMap(([count, item]) => (count > 0 ? [item] : []))
}

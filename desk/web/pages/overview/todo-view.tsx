import ArrowRight from 'lucide-react/icons/arrow-right'
import CalendarCheck from 'lucide-react/icons/calendar-check'
import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { counted } from '../../../core/figures.ts'
import { callsToJudge } from '../../../core/leads.ts'
import type { readTexts } from '../../../core/texts.ts'
import { mostCounted, renderAmount } from '../../format/amounts.ts'
import { withQuery } from '../../format/with-query.ts'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import type { Icon } from '../../parts/icon.ts'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { useMay } from '../../parts/may.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { Section } from '../../parts/section.tsx'
import type { Attention } from '../../server/attention.ts'
import { TextRow } from './texts-view.tsx'

const looks = {
  bad: 'bg-bad-ground text-bad',
  wait: 'bg-wait-ground text-wait',
}

type Item = {
  icon: Icon
  look: keyof typeof looks
  text: string
  hint: string
  link: { label: string; href: string }
  isHeld?: true
}

export type TodoProps = {
  attention: Attention
  /** Of the people whose emails are on hold. */
  seen: string
  /** Why the mail provider sends only to the owner, while retries go on. */
  limited?: { title: string; remedy: string }
  calls: number
  /** People whose call was held and has no outcome yet. */
  heldCalls: number
  texts: Awaited<ReturnType<typeof readTexts>>
}

const Mark = ({ icon: Icon, look }: Pick<Item, 'icon' | 'look'>) => (
  <span className={`grid size-8 shrink-0 place-items-center rounded-lg ${looks[look]}`}>
    <Icon aria-hidden="true" className="size-4" />
  </span>
)

const row = 'flex flex-wrap items-center gap-x-3 gap-y-2 border-t py-2.5 text-sm first:border-t-0'

/** Nothing if nothing waits. */
export function Todo({ attention, seen, limited, calls, heldCalls, texts: { count, texts } }: TodoProps) {
  const items = todoOf(attention, limited, calls, heldCalls, useMay()('record_contact'))
  const held = renderAmount(attention.held)
  if (items.length === 0 && texts.length === 0) return null
  return (
    <Section title="To do">
      <ul aria-label="What to do" className="-my-2">
        {items.map(({ icon, look, text, hint, link, isHeld }) => (
          <li key={text} className={row}>
            <Mark icon={icon} look={look} />
            <p className="min-w-0 flex-1 basis-56">
              <span className="block font-medium">{text}</span>
              <span className="text-muted-foreground">{hint}</span>
            </p>
            <div className="flex flex-wrap gap-2">
              {isHeld && (
                <Form call="release_messages" action="/mails" className="flex gap-2">
                  <NoDefaultButton />
                  <Hidden values={{ status: 'held', list: 'mails=held', all: held, seen }} />
                  <DialogTrigger commandfor="send" variant="outline" size="sm" className="bg-card">
                    Send…<span className="sr-only"> what is on hold</span>
                  </DialogTrigger>
                  <DialogTrigger commandfor="drop" variant="outline" size="sm" className="bg-card">
                    Drop…<span className="sr-only"> what is on hold</span>
                  </DialogTrigger>
                  <MailQuestion id="send" act="send" whose={held} />
                  <MailQuestion id="drop" act="drop" whose={held} />
                </Form>
              )}
              <Button asChild variant="outline" size="sm" className="bg-card">
                <a href={link.href}>
                  {link.label}
                  <span className="sr-only">: {text}</span>
                  <ArrowRight aria-hidden="true" />
                </a>
              </Button>
            </div>
          </li>
        ))}
        {texts.map((text) => (
          <li key={text.id} className={row}>
            <Mark icon={MessageSquare} look="wait" />
            <TextRow {...text} />
          </li>
        ))}
      </ul>
      {count > texts.length && (
        <p className="mt-4 text-xs text-muted-foreground">
          {count > mostCounted ? 'More than ' : ''}
          {counted(Math.min(count, mostCounted), 'text message')} to read. These are the newest {texts.length}
          ; the others appear when you have read these.
        </p>
      )}
    </Section>
  )
}

/** All but the text messages. Takes how many people to call, and how many had a call. */
function todoOf(
  { failed, held, overdue, delayed, own }: Attention,
  limited: TodoProps['limited'],
  calls: number,
  heldCalls: number,
  canCall: boolean,
): Item[] {
  const why = { label: 'See why', href: '/mails' }
  const items: [number, Item][] = [
    [
      limited ? 1 : 0,
      {
        icon: MailWarning,
        look: 'bad',
        text: `${limited?.title}, so visitors get no emails`,
        hint: limited?.remedy ?? '',
        link: { label: 'See which are waiting', href: '/mails' },
      },
    ],
    [
      failed,
      {
        icon: MailWarning,
        look: 'bad',
        text: `${renderAmount(failed)}: an email failed`,
        hint: 'Send it again, or correct the address.',
        link: why,
      },
    ],
    [
      own,
      {
        icon: MailWarning,
        look: 'bad',
        text: `${own === 1 ? 'An email' : `${own} emails`} to you failed`,
        hint: 'The leads are stored.',
        link: why,
      },
    ],
    [
      held,
      {
        icon: ShieldQuestion,
        look: 'wait',
        text: `${renderAmount(held)}: on hold`,
        hint: 'They look like bots, or too many signed up at once.',
        link: { label: 'See them', href: '/leads?mails=held' },
        isHeld: true,
      },
    ],
    [
      delayed,
      {
        icon: Clock,
        look: 'wait',
        text: `${renderAmount(delayed)}: an email is delayed`,
        hint: 'Sending has failed for over an hour. It is still being tried.',
        link: why,
      },
    ],
    [
      overdue,
      {
        icon: Clock,
        look: 'wait',
        text: `${renderAmount(overdue)}: an email is overdue`,
        hint: 'Nothing is sending it. Tell whoever set up the site.',
        link: { label: 'See whose', href: '/leads?mails=overdue' },
      },
    ],
    [
      calls,
      {
        icon: Phone,
        look: 'wait',
        text: `${renderAmount(calls)} to call today`,
        hint: 'You planned to call them again.',
        link: canCall
          ? { label: 'Start calling', href: '/calls' }
          : { label: 'See who', href: '/leads?calls=today' },
      },
    ],
    [
      heldCalls,
      {
        icon: CalendarCheck,
        look: 'wait',
        text: `${renderAmount(heldCalls)}: call held, no outcome yet`,
        hint: 'Record the result: won, lost or no-show.',
        link: { label: 'See who', href: withQuery('/leads', callsToJudge) },
      },
    ],
  ]
  return items.flatMap(([count, item]) => (count > 0 ? [item] : []))
}

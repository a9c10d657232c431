import { counted } from '../../../core/figures.ts'
import { type Attention, mostCounted, renderAmount } from '../../server/attention.ts'
import type { TodoProps } from './todo-view.tsx'

type Items = TodoProps['todo']

/**
 * Returns what waits for the operator. Takes the number of persons to call, and the number of text messages to read.
 */
export function todoOf(
  { failed, held, overdue, delayed, own }: Attention,
  calls: number,
  texts: number,
): Items {
  const items: [number, Items[number]][] = [
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
        hint: 'They look like bots. Send or drop their mails.',
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
        hint: 'Stop the number, or put the text away.',
        href: '#texts',
      },
    ],
  ]
  return items.flatMap(([count, item]) => (count > 0 ? [item] : []))
}

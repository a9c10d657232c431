import { counted } from '../core/figures.ts'
import { type Attention, mostCounted, renderAmount } from './attention.ts'
import type { TodoProps } from './views/todo.tsx'

type Items = TodoProps['todo']

/**
 * Returns what waits for the operator. Takes the number of persons to call, and the number of text messages to read.
 */
export const todoOf = (attention: Attention, calls: number, texts: number): Items => [
  ...mailsOf(attention),
  ...waitingOf(calls, texts),
]

function mailsOf({ failed, held, overdue, delayed, own }: Attention): Items {
  const item = (
    kind: 'failed' | 'held' | 'late',
    href: string,
    persons: number,
    words: string,
    hint: string,
  ) => (persons > 0 ? [{ kind, text: `${renderAmount(persons)}: ${words}`, hint, href }] : [])
  return [
    ...item('failed', '/mails', failed, 'a mail failed', 'See why, and send it again.'),
    ...item('held', '/leads?mails=held', held, 'held', 'They look like bots. Send or drop their mails.'),
    ...item(
      'late',
      '/mails',
      delayed,
      'a mail is delayed',
      'Sending has failed for over an hour. npm run doctor says why.',
    ),
    ...item(
      'late',
      '/leads?mails=overdue',
      overdue,
      'a mail is overdue',
      'Nothing sends it. npm run doctor says why.',
    ),
    ...(own > 0
      ? [
          {
            kind: 'failed' as const,
            text: `${own === 1 ? 'A mail' : `${own} mails`} to you failed`,
            hint: 'See why, and send it again.',
            href: '/mails',
          },
        ]
      : []),
  ]
}

const waitingOf = (calls: number, texts: number): Items => [
  ...(calls > 0
    ? [
        {
          kind: 'call' as const,
          text: `${renderAmount(calls)}: to call today`,
          hint: 'See whom you wanted to call again.',
          href: '/leads?calls=today',
        },
      ]
    : []),
  ...(texts > 0
    ? [
        {
          kind: 'text' as const,
          text:
            texts > mostCounted
              ? 'More than 1,000 text messages to read'
              : `${counted(texts, 'text message')} to read`,
          hint: 'Stop the number, or put the text away.',
          href: '#texts',
        },
      ]
    : []),
]

import { answerText, isNumber, type readTexts } from '../../../core/texts.ts'
import { action } from '../../server/action.ts'
import { withQuery } from '../../server/form.ts'
import { tellSender } from '../../server/tell-phone.ts'
import { tellTime } from '../../server/when.ts'
import type { TextsProps } from './texts-view.tsx'

/** Describes the text messages that wait for an answer. If no text message waits, returns undefined. */
export function textsOf({ count, texts }: Awaited<ReturnType<typeof readTexts>>): TextsProps | undefined {
  if (count === 0) return undefined
  return {
    texts: texts.map(({ id, sender, words, received_at: at, person }) => ({
      id,
      from: tellSender(sender),
      ...(isNumber(sender) && { number: sender }),
      ...(person && { person: { name: person.name, href: `/leads/${person.id}` } }),
      words,
      at,
      when: tellTime(at),
    })),
    ...(count > texts.length && { more: `These are the newest ${texts.length}. The others follow.` }),
  }
}

/**
 * POST /texts: if `do` is 'stop', stops the number from which a text message came. Otherwise only puts the message
 * away.
 */
export const answerOneText = action(
  ({ desk, read }) => answerText(desk, read('text'), read('do') === 'stop'),
  (notice) => withQuery('/', { notice }),
)

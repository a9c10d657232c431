import * as z from 'zod/mini'
import { nobody } from './desk-error.ts'
import { countedPeople } from './figures.ts'
import { refusal } from './mail-words.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'

const withdrawnSchema = z.object({ persons: z.number(), withdrawn: z.number() })

/** Withdraws the consent of one person. Returns the outcome. Throws a DeskError. */
export async function withdrawConsent(desk: Desk, { id }: { id: string }) {
  const { persons, withdrawn } = withdrawnSchema.parse(await desk.call('withdraw_consent', { id }))
  if (persons === 0) nobody('This lead has been erased in the meantime.')
  return withdrawn === 0
    ? 'The consent was withdrawn before; nothing changed.'
    : 'The consent of one person is withdrawn: do not text them any more. The connected system is told within a minute, if there is one.'
}

const askedSchema = z.object({ asked: z.number(), skipped: z.number() })

/**
 * Sends mails that ask people to confirm their number, even if they were asked before. If `only` has ids, asks only
 * these persons. If `only` is null, asks everybody who gave their consent or was asked for it. Returns the outcome.
 * Throws a DeskError.
 */
export async function askAgain(desk: Desk, only: string[] | null) {
  const { asked, skipped } = askedSchema.parse(
    await desk.call('ask_again', { only_leads: arrayLiteral(only) }),
  )
  const sentences = [
    asked > 0 && `${countedPeople(asked)} will be asked by mail to confirm the number.`,
    skipped > 0 && `${countedPeople(skipped)} cannot be asked now: ${refusal}.`,
    asked + skipped === 0 &&
      'Nobody is there to ask: they confirmed, withdrew, gave no valid number, or are held.',
  ]
  return sentences.filter(Boolean).join(' ')
}

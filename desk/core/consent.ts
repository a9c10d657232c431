import * as z from 'zod/mini'
import { refuse } from './desk-error.ts'
import { countedPeople } from './figures.ts'
import { refusal } from './mail-words.ts'
import { arrayLiteral, type Desk } from './open-desk.ts'

const withdrawnSchema = z.object({ persons: z.number(), withdrawn: z.number() })

/** Returns the outcome. Throws a DeskError. */
export async function withdrawConsent(desk: Desk, { id }: { id: string }) {
  const { persons, withdrawn } = withdrawnSchema.parse(await desk.call('withdraw_consent', { id }))
  if (persons === 0) refuse('This lead has been erased in the meantime.')
  return withdrawn === 0
    ? 'The consent had been withdrawn before. Nothing was changed.'
    : 'The consent of one person is withdrawn: do not text them any more. The connected system is told within a minute, if there is one.'
}

const askedSchema = z.object({ asked: z.number(), skipped: z.number() })

/** Works even if the person was asked before. Returns the outcome. Throws a DeskError. */
export async function askAgain(desk: Desk, id: string) {
  const counts = await desk.call('ask_again', { only_leads: arrayLiteral([id]) })
  return tellAsked(askedSchema.parse(counts))
}

export type Asking = z.infer<typeof askedSchema>

/**
 * Asks by email who gave their consent or was asked for it. `expected` is how many the operator was shown: if
 * it has changed, asks nobody and returns the new number. Otherwise returns the outcome. Throws a DeskError.
 */
export async function askEverybody(desk: Desk, expected: number): Promise<string | Asking> {
  const counts = askedSchema.parse(await desk.call('ask_again', { expected }))
  return counts.asked === expected ? tellAsked(counts) : counts
}

export const tellSkipped = (skipped: number) => `${countedPeople(skipped)} cannot be asked now: ${refusal}.`

function tellAsked({ asked, skipped }: Asking) {
  const sentences = [
    asked > 0 && `${countedPeople(asked)} will be asked by email to confirm the number.`,
    skipped > 0 && tellSkipped(skipped),
    asked + skipped === 0 &&
      'There is nobody to ask. Everybody has confirmed or withdrawn, gave no valid number, or is on hold.',
  ]
  return sentences.filter(Boolean).join(' ')
}

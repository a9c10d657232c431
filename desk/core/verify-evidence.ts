import * as z from 'zod/mini'
import { counted } from './figures.ts'
import type { Desk } from './open-desk.ts'

/** Follows the name of the submission or the seal in the output. */
const sentences = {
  consent_changed: 'is of a person whose record has another consent than was said',
  submission_changed: 'was changed after it was sealed',
  traces_changed: 'has another IP address hash or user agent than it was sealed with',
  submission_removed: 'was removed, and not by an erasure',
  submission_added: 'was added: no seal has it',
  submission_moved: 'was moved to another seal',
  submission_misdated:
    'has a date at which it was not stored: it was added, its date was changed before the sealing, or the clock of the database was wrong',
  tombstone_forged: 'has a tombstone and was not erased',
  entries_changed: 'does not have the submissions that it was made of',
  tombstones_changed: 'does not have the erasures that it was made of',
  seal_missing: 'is missing',
  seal_unchained: 'does not follow on the seal before it',
  seal_changed: 'was changed',
  seal_not_as_mailed: 'is not the one that was mailed: it or a seal before it was recomputed',
} as const

type Kind = keyof typeof sentences

/** Of the SQL function verify_lead_evidence. */
const evidenceSchema = z.object({
  seals: z.number(),
  submissions: z.number(),
  erased: z.number(),
  unsealed: z.number(),
  held: z.number(),
  released: z.number(),
  latest: z.nullable(z.string()),
  faults: z.array(
    z.object({
      kind: z.enum(Object.keys(sentences) as Kind[]),
      seal: z.nullable(z.number()),
      submission: z.nullable(z.string()),
    }),
  ),
})

export type Evidence = z.infer<typeof evidenceSchema>

/** Copied from an email by the owner. */
export type MailedSeal = { mailed_number: string; mailed_hash: string }

/** All evidence in the database, and the emailed seal. Throws a DeskError. */
export const verifyEvidence = async (desk: Desk, mailed?: MailedSeal): Promise<Evidence> =>
  evidenceSchema.parse(await desk.call('verify_lead_evidence', mailed))

/** One line a fault, those of the oldest seals first. */
export function describeEvidence({ faults, latest, ...found }: Evidence): string {
  const { seals, submissions, erased, unsealed, held, released } = found
  const counts = [
    `${counted(submissions, 'submission')}, ${unsealed} of them not sealed yet`,
    ...(held > 0
      ? [`${held} held, which are sealed when they are released, and deleted if they are not`]
      : []),
    ...(released > 0 ? [`${released} held at first, whose seals prove them from their release on`] : []),
    `${erased} erased`,
    counted(seals, 'seal'),
  ].join('; ')
  if (faults.length === 0) return `Nothing was changed. ${counts}. The latest seal is ${latest ?? 'none'}.`
  const lines = faults.map(({ kind, seal, submission }) => {
    const place = seal === null ? 'in no seal' : `seal ${seal}`
    return `  ${submission ? `Submission ${submission} (${place})` : `Seal ${seal}`} ${sentences[kind]}.`
  })
  return ['The evidence was tampered with. First, in the order of the seals:', ...lines, `${counts}.`].join(
    '\n',
  )
}

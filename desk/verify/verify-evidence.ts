import type { Desk } from '../open-desk.ts'
import { type Evidence, evidenceSchema } from './evidence.ts'

/** A seal that was mailed. */
export type MailedSeal = { number: string; hash: string }

/** Has the database compare all evidence, with the mailed seal if there is one. Throws a DeskError. */
export async function verifyEvidence(desk: Desk, seal?: MailedSeal): Promise<Evidence> {
  const mailed = seal && { mailed_number: seal.number, mailed_hash: seal.hash }
  return evidenceSchema.parse(await desk.call('verify_lead_evidence', mailed))
}

import { openDesk } from '../open-desk.ts'
import { type Evidence, evidenceSchema } from './evidence.ts'

type Variables = Record<string, string | undefined>

/** A seal that was mailed. */
export type MailedSeal = { number: string; hash: string }

/**
 * Has the database at SUPABASE_DB_URL, or else the one of the local stack, compare all evidence, with the mailed seal if
 * there is one. Throws an error that names the variable and the way out.
 */
export async function askDatabase(variables: Variables, seal: MailedSeal | undefined): Promise<Evidence> {
  const desk = openDesk(variables)
  try {
    const mailed = seal && { mailed_number: seal.number, mailed_hash: seal.hash }
    return evidenceSchema.parse(await desk.call('verify_lead_evidence', mailed))
  } finally {
    await desk.close()
  }
}

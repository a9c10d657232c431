import { withdrawConsent } from '../../desk/core/consent.ts'
import { erasePerson } from '../../desk/core/erasure.ts'
import { writeEvidence } from '../../desk/core/evidence.ts'
import type { Person } from '../../desk/core/lead.ts'
import { type Desk, openDesk } from '../../desk/core/open-desk.ts'
import { readPerson } from '../../desk/core/person.ts'
import { verifyEvidence } from '../../desk/core/verify-evidence.ts'

/** What the desk does with the person who has an address, with the sentence or the file that it answers. */
export function personActs(url: string) {
  const act = (work: (desk: Desk, person: Person) => Promise<string>) => async (email: string) => {
    const desk = openDesk({ SUPABASE_DB_URL: url })
    const done = (async () => work(desk, await readPerson(desk, { email })))()
    return done.finally(() => desk.close())
  }
  return {
    withdraw: act(withdrawConsent),
    erase: act(erasePerson),
    evidence: act(async (desk, person) => writeEvidence(person, await verifyEvidence(desk), new Date())),
  }
}

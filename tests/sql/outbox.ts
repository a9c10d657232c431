import type { LeadDatabase, LeadEmail, Scope } from '../../supabase/functions/send-lead-email/database.ts'
import type { SendResult } from '../../supabase/functions/send-lead-email/deliver.ts'
import { sampleEmail } from './sample-email.ts'

/** Makes an outbox in memory. It returns the emails that are due, and records what became of each. */
export function outbox(due: LeadEmail[], answer: 'sent' | 'pending' | 'failed' | null = 'sent') {
  const settled: string[] = []
  const database = {
    claimMails: () => Promise.resolve(due.splice(0, 1)),
    settle: (email: LeadEmail, outcome: string) => {
      settled.push(`${email.id} ${outcome}`)
      return Promise.resolve(answer)
    },
  } as unknown as LeadDatabase
  return { due, settled, database }
}

export const claimOne = (database: LeadDatabase, scope: Scope) => database.claimMails(1, scope)
export const sweep = (): Scope => ({ claimKey: 'key' })
export const sent = () => Promise.resolve<SendResult>({ outcome: 'sent' })
export const mails = (count: number) => Array.from({ length: count }, () => sampleEmail())

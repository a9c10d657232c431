import { failureCode } from '../../core/failure-code.ts'
import { DeskError, openDesk } from '../../core/open-desk.ts'
import type { Target } from '../target.ts'
import { type LeadHealth, leadHealthSchema } from './lead-health.ts'

/** What the database told of itself; or why it did not, and what to do. */
export type DatabaseAnswer =
  | { kind: 'health'; health: LeadHealth }
  | { kind: 'fault' | 'unseen'; sentence: string; todo: string }

const remedy =
  'Put the database’s own address into operator.env as SUPABASE_DB_URL (dashboard, Connect, session pooler, with the password)'

/** Asks the database by the operator's own address for it; the local stack's, by its gateway. */
export async function askDatabase({ isLocal, variables }: Target): Promise<DatabaseAnswer> {
  const { SUPABASE_DB_URL: _, ...local } = variables
  try {
    const desk = openDesk(isLocal ? local : variables)
    try {
      return { kind: 'health', health: leadHealthSchema.parse(await desk.call('lead_health')) }
    } finally {
      await desk.close()
    }
  } catch (error) {
    const code = error instanceof DeskError ? error.code : failureCode(error)
    return isLocal ? explainLocal(code) : explain(code)
  }
}

function explainLocal(code: string): DatabaseAnswer {
  const sentence = `The database of the local stack did not answer (${code}).`
  return { kind: 'unseen', sentence, todo: 'Start it: npm start' }
}

function explain(code: string): DatabaseAnswer {
  if (code === 'unset') {
    const sentence = 'SUPABASE_DB_URL is not set, so migrations, sweep and waiting mails were not looked at.'
    return { kind: 'unseen', sentence, todo: remedy }
  }
  if (code === 'malformed') {
    const sentence = 'SUPABASE_DB_URL is no address of a database; a password in it must be percent-encoded.'
    return { kind: 'fault', sentence, todo: remedy }
  }
  if (code === '42883') {
    const sentence =
      'The database lacks the migration with lead_health(), so nothing else in it was looked at.'
    return { kind: 'fault', sentence, todo: 'Apply the migrations (docs/deploy.md, step 3)' }
  }
  if (code === '42501') {
    const sentence = 'The role in SUPABASE_DB_URL may not ask the database for its health.'
    return { kind: 'fault', sentence, todo: 'Use the role postgres, or one that is a member of lead_desk' }
  }
  if (code.startsWith('28') || code === 'SASL_SIGNATURE_MISMATCH') {
    return {
      kind: 'fault',
      sentence: `The database refuses the login in SUPABASE_DB_URL (${code}).`,
      todo: remedy,
    }
  }
  const sentence = `The database at SUPABASE_DB_URL does not answer (${code}).`
  const todo = `${remedy}; db.<ref>.supabase.co has an IPv6 address only`
  return { kind: 'fault', sentence, todo }
}

import type { Service } from '../harness/chain.ts'

/** What is killed: a service, the database, or everything with the database's server. */
export type Victim = Service | 'database' | 'all'

/** A point of the chain at which something is killed (facts: K1 to K12). */
export type KillStage = { id: string; what: string; victim: Victim; through: 'action' | 'function' } & (
  | { hold: { path: string; stage: 'before' | 'after' } }
  | { point: 'half a body' | 'inside the transaction' | 'message taken' | 'any moment' }
)

const rpc = (name: string, stage: 'before' | 'after') => ({ hold: { path: `/rpc/${name}`, stage } })
const action = (stage: 'before' | 'after') => ({ hold: { path: '/send-lead-email', stage } })
const ofFunction = { victim: 'function', through: 'function' } as const
const ofNext = { victim: 'next', through: 'action' } as const

// The claims that a killed worker leaves behind are due again two minutes later, so those stages come first.
export const killStages: KillStage[] = [
  { id: 'K7', what: 'after the claim', ...ofFunction, ...rpc('claim_lead_emails', 'after') },
  { id: 'K8', what: 'after DATA, before 250', ...ofFunction, point: 'message taken' },
  { id: 'K9', what: 'after 250, before "sent"', ...ofFunction, ...rpc('settle_lead_email', 'before') },
  { id: 'K12', what: 'everything', victim: 'all', through: 'action', point: 'any moment' },
  { id: 'K10', what: 'the database', victim: 'database', through: 'function', point: 'any moment' },
  { id: 'K11', what: 'the mail server', victim: 'inbox', through: 'function', point: 'any moment' },
  { id: 'K1', what: 'Next reads the body', ...ofNext, point: 'half a body' },
  { id: 'K2', what: 'before the call', ...ofNext, ...action('before') },
  { id: 'K3', what: 'before the visitor knows', ...ofNext, ...action('after') },
  { id: 'K4', what: 'before BEGIN', ...ofFunction, ...rpc('accept_lead', 'before') },
  {
    ...{ id: 'K5', what: 'between INSERT and COMMIT', victim: 'database', through: 'function' },
    point: 'inside the transaction',
  },
  { id: 'K6', what: 'after COMMIT', ...ofFunction, ...rpc('accept_lead', 'after') },
]

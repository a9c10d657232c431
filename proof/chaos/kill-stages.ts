import type { ChainPart } from '../harness/chain.ts'

/** A point of the chain at which something is killed (facts: K1 to K12). */
export type KillStage = {
  id: string
  what: string
  /** What is killed there; `all` is everything with the database server. */
  victim: ChainPart | 'database' | 'all'
  through: 'action' | 'function'
  /** Held in front of the gateway until the kill: which call, and on which way. */
  hold?: { gate: 'action' | 'database'; path: string; stage: 'before' | 'after' }
  /** Other ways to know that the point is reached. */
  point?: 'half a body' | 'inside the transaction' | 'message taken' | 'any moment'
}

const call = (name: string, stage: 'before' | 'after') =>
  ({ gate: 'database', path: `/rpc/${name}`, stage }) as const
const action = (stage: 'before' | 'after') => ({ gate: 'action', path: '/send-lead-email', stage }) as const

// The claims that a killed worker leaves behind are due again two minutes later, so those stages come first.
export const killStages: KillStage[] = [
  {
    ...{ id: 'K7', what: 'after the claim', victim: 'function', through: 'function' },
    hold: call('claim_lead_emails', 'after'),
  },
  {
    ...{ id: 'K8', what: 'after DATA, before 250', victim: 'function', through: 'function' },
    point: 'message taken',
  },
  {
    ...{ id: 'K9', what: 'after 250, before "sent"', victim: 'function', through: 'function' },
    hold: call('settle_lead_email', 'before'),
  },
  { id: 'K12', what: 'everything', victim: 'all', through: 'action', point: 'any moment' },
  { id: 'K10', what: 'the database', victim: 'database', through: 'function', point: 'any moment' },
  { id: 'K11', what: 'the mail server', victim: 'inbox', through: 'function', point: 'any moment' },
  { id: 'K1', what: 'Next reads the body', victim: 'next', through: 'action', point: 'half a body' },
  { id: 'K2', what: 'before the call', victim: 'next', through: 'action', hold: action('before') },
  { id: 'K3', what: 'before the visitor knows', victim: 'next', through: 'action', hold: action('after') },
  {
    id: 'K4',
    what: 'before BEGIN',
    victim: 'function',
    through: 'function',
    hold: call('accept_lead', 'before'),
  },
  {
    ...{ id: 'K5', what: 'between INSERT and COMMIT', victim: 'database', through: 'function' },
    point: 'inside the transaction',
  },
  {
    id: 'K6',
    what: 'after COMMIT',
    victim: 'function',
    through: 'function',
    hold: call('accept_lead', 'after'),
  },
]

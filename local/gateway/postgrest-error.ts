import { isServerError } from '../database/database.ts'

/** An error as PostgREST answers it. */
export type PostgrestError = {
  status: number
  body: { code: string; message: string; details: string | null; hint: string | null }
}

// https://docs.postgrest.org/en/stable/references/errors.html#http-status-codes; the first that fits counts.
const statuses: [prefix: string, status: number][] = [
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['21000', 500],
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57P01', 503],
  // Refused while the server starts or stops, which PostgREST sees as a failed connection.
  ['57P03', 503],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0001', 400],
  ['P0', 500],
  ['XX', 500],
]

/** Puts an error of the database into PostgREST's words; `isAnon` tells whether the caller had no role of its own. */
export function postgrestError(error: unknown, isAnon: boolean): PostgrestError {
  if (!isServerError(error)) {
    return {
      status: 503,
      body: {
        code: 'PGRST001',
        message: 'Database client error. Retrying the connection.',
        details: (error as { code?: string }).code ?? null,
        hint: null,
      },
    }
  }
  const { code, message, detail, hint } = error
  return {
    status: statusOf(code, isAnon),
    body: { code, message, details: detail ?? null, hint: hint ?? null },
  }
}

function statusOf(code: string, isAnon: boolean) {
  if (code === '42501') return isAnon ? 401 : 403
  if (code.startsWith('PT')) return Number(code.slice(2)) || 500
  return statuses.find(([prefix]) => code.startsWith(prefix))?.[1] ?? 400
}

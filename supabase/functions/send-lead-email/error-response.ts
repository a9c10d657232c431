import type { LeadErrors } from '../_shared/lead.ts'

const errors = {
  invalid_idempotency_key: { status: 400 },
  invalid_json: { status: 400 },
  invalid_lead: { status: 400 },
  unauthorized: { status: 401 },
  forbidden: { status: 403 },
  unknown_token: { status: 404 },
  method_not_allowed: { status: 405, headers: { Allow: 'POST' } },
  timeout: { status: 408 },
  conflict: { status: 409 },
  too_large: { status: 413 },
  unsupported_media_type: { status: 415 },
  rate_limited: { status: 429, headers: { 'Retry-After': '600' } },
  unavailable: { status: 503, headers: { 'Retry-After': '5' } },
} as const

export type ErrorCode = keyof typeof errors

/** The body is {"error": code}, with messages for single fields if any. */
export function errorResponse(error: ErrorCode, fields?: LeadErrors): Response {
  return Response.json({ error, fields }, errors[error])
}

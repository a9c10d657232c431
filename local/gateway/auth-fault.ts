import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** An error of Auth, with a code of supabase/auth internal/api/apierrors/errorcode.go, if any. */
export class AuthFault extends Error {
  readonly status: ContentfulStatusCode
  readonly code: string | undefined

  constructor(status: number, code: string | undefined, message: string) {
    super(message)
    this.status = status as ContentfulStatusCode
    this.code = code
  }

  static tooManyMails = (message: string) => new AuthFault(429, 'over_email_send_rate_limit', message)

  static invalid = (message: string) => new AuthFault(400, 'validation_failed', message)

  /** For the API version that the client asks for (internal/api/errors.go). */
  bodyFor(version: string | undefined) {
    const code = this.code ?? (this.status === 500 ? 'unexpected_failure' : 'unknown')
    return version && version >= '2024-01-01'
      ? { code, message: this.message }
      : { code: this.status, error_code: code, msg: this.message }
  }
}

/**
 * Supabase Auth for the desk on the web, with the names of `PATCH /v1/projects/{ref}/config/auth`. The local
 * gateway has the same values.
 */
export const authSettings = {
  mailer_otp_length: 8,
  /** Seconds. */
  mailer_otp_exp: 600,
  /** Seconds between two emails to an address. */
  smtp_max_frequency: 60,
  /** Seconds. */
  jwt_exp: 600,
  /** Seconds in which a spent refresh token still gives a session, as for two tabs. */
  security_refresh_token_reuse_interval: 10,
  // Auth sees only the desk's server, so all members share these limits. The desk has its own for each
  // visitor.
  /** An hour. */
  rate_limit_email_sent: 100,
  /** In five minutes: for codes, with codes, and for new access tokens. */
  rate_limit_otp: 100,
  rate_limit_verify: 100,
  rate_limit_token_refresh: 1800,
} as const

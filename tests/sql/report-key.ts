import type { Query } from './test-database.ts'

/** The key with which the function of the tests hands over texts and reports of providers. */
export const reportKey = 'a_key_for_reports_that_the_page_never_has'

/** Tells the database the key, as the first sweep does. */
export const knowReportKey = (query: Query) =>
  query(`update lead_claim_key set report_key_hash = sha256(convert_to($1, 'UTF8'))`, [reportKey])

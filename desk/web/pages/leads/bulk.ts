import { whyLeftOut } from '../../../core/conversions.ts'
import type { Lead, LeadList } from '../../../core/lead.ts'
import { renderAmount, tellCount } from '../../format/amounts.ts'
import type { Filters } from '../../server/filters.ts'
import type { BulkProps } from './bulk-bar.tsx'

/**
 * People on a page whom a resend cannot help, and how many of the list it may help. The number is missing if
 * it may help all, or if nobody counted them.
 */
export type Help = { futile: string[]; helped?: number }

export const bulkOf = (
  filters: Filters,
  found: LeadList,
  { futile, helped }: Partial<Help> = {},
): BulkProps => ({
  ...((filters.mails === 'failed' || filters.mails === 'held') && { status: filters.mails }),
  ...(found.count !== null && { everybody: tellCount(found) }),
  ...(futile && { futile }),
  ...(helped !== undefined && { helped: helped > 0 ? renderAmount(helped) : '' }),
  hasMore: found.newer !== null || found.older !== null,
  contacts: Object.fromEntries(found.leads.map((lead) => [lead.id, contactOf(lead)])),
})

/** No address if the mailbox gets no more emails, and no number if the file for texting leaves them out. */
const contactOf = (lead: Lead): BulkProps['contacts'][string] => ({
  email: lead.refuses_mails ? '' : lead.email,
  phone: whyLeftOut(lead, 'sms') ? '' : (lead.phone_e164 ?? ''),
})

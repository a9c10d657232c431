import { type ConversionNames, type Platform, whyLeftOut, writeConversions } from './conversions.ts'
import { writeCsv, writeTextCsv } from './csv.ts'
import type { Lead } from './lead.ts'
import { readLeads, type Selection } from './leads.ts'
import type { Desk } from './open-desk.ts'

/** What a file is for. */
export type Use = 'everything' | 'sms' | Platform

const writerOf = (use: Use, names: ConversionNames) =>
  use === 'everything' ? writeCsv : use === 'sms' ? writeTextCsv : writeConversions(use, names)

/**
 * Returns whether a selection asks for bots, previews or certain people. The file with everything then has all of
 * them.
 */
export const asksForAll = ({ filters }: Selection): boolean => Boolean(filters.kind || filters.chosen)

/**
 * Writes the file for a use, of the leads of a selection. Both the desk and the command write files with it, so both
 * leave out the same people. `conversion` and `sale` are the names that an ads platform has for a lead and for a sale. `onPage` gets the
 * number of people in each part of the file, the numbers of those who are left out by reason, and whether the search
 * was cut. Throws a DeskError.
 */
export function writeExport(
  desk: Desk,
  selection: Selection,
  { use, ...names }: { use: Use } & ConversionNames,
  onPage: (count: number, leftOut: string[], isCut: boolean) => void = () => {},
): AsyncIterable<string> {
  // A million phone numbers take 50 MB less memory if they are stored as numbers and not as texts.
  const numbers = new Set<number>()
  const isListed = ({ phone_e164: number }: Lead) => numbers.size === numbers.add(Number(number)).size
  const isAsked = asksForAll(selection)
  const reasonOf = (lead: Lead) => {
    if (use === 'everything') return !isAsked && lead.is_doubtful ? 'doubtful' : null
    return whyLeftOut(lead, use) ?? (use === 'sms' && isListed(lead) ? 'repeated' : null)
  }
  async function* pages() {
    for await (const { leads: found, is_cut: isCut } of readLeads(desk, selection)) {
      const reasons = found.map(reasonOf)
      const leads = found.filter((_, place) => reasons[place] === null)
      yield leads
      onPage(
        leads.length,
        reasons.filter((reason) => reason !== null),
        isCut,
      )
    }
  }
  return writerOf(use, names)(pages())
}

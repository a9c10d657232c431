import * as z from 'zod/mini'
import { type ConversionNames, type Platform, whyLeftOut, writeConversions } from './conversions.ts'
import { writeCsv, writeTextCsv } from './csv.ts'
import type { Lead } from './lead.ts'
import { argumentsOf, readLeads, type Selection } from './leads.ts'
import type { Desk } from './open-desk.ts'

export type Use = 'everything' | 'sms' | Platform

const writerOf = (use: Use, names: ConversionNames) =>
  use === 'everything' ? writeCsv : use === 'sms' ? writeTextCsv : writeConversions(use, names)

/** For bots, previews or chosen people, the file with everything has all of them. */
export const asksForAll = ({ filters }: Selection): boolean => Boolean(filters.kind || filters.chosen)

const countsSchema = z.object({
  people: z.number(),
  is_more: z.boolean(),
  is_cut: z.boolean(),
  /** People in a file or, with a `reason`, left out of it. */
  files: z.array(z.object({ file: z.string(), reason: z.nullable(z.string()), people: z.number() })),
})

export type ExportCounts = z.infer<typeof countsSchema>

/** Stops at `atMost` people. Throws a DeskError. */
export const countExports = async (desk: Desk, selection: Selection, atMost: number) =>
  countsSchema.parse(await desk.call('count_exports', { ...argumentsOf(selection), max_people: atMost }))

/**
 * For the desk and the command, so that both leave out the same people. `conversion` and `sale` are an ads
 * platform's names for a lead and a sale. `onPage` gets the number of people in each part of the file, the
 * numbers left out by reason, and whether the search was cut. Throws a DeskError.
 */
export function writeExport(
  desk: Desk,
  selection: Selection,
  { use, ...names }: { use: Use } & ConversionNames,
  onPage: (count: number, leftOut: string[], isCut: boolean) => void = () => {},
): AsyncIterable<string> {
  // As numbers, a million phone numbers take 50 MB less memory than as texts.
  const numbers = new Set<number>()
  const isListed = ({ phone_e164: number }: Lead) => numbers.size === numbers.add(Number(number)).size
  const isAsked = asksForAll(selection)
  const reasonOf = (lead: Lead) => {
    if (use === 'everything') return !isAsked && lead.is_doubtful ? 'doubtful' : null
    return whyLeftOut(lead, use) ?? (use === 'sms' && isListed(lead) ? 'repeated' : null)
  }
  async function* pages() {
    for await (const { leads: found, is_cut: isCut } of readLeads(desk, selection, { use })) {
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

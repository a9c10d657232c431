import { Readable } from 'node:stream'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { type Platform, platforms, reasons, whyLeftOut, writeConversions } from '../../../core/conversions.ts'
import { writeCsv, writeTextCsv } from '../../../core/csv.ts'
import { DeskError } from '../../../core/desk-error.ts'
import { countedPeople, grouped } from '../../../core/figures.ts'
import type { Lead } from '../../../core/lead.ts'
import { type Filter, readLeads, searchNote, withNumber } from '../../../core/leads.ts'
import { arrayLiteral, type Desk } from '../../../core/open-desk.ts'
import { dateOf, readPeriod } from '../../../core/period.ts'
import { readAttention } from '../../server/attention.ts'
import type { Interface } from '../../server/build-interface.ts'
import { argumentsOf, filtersOf, hasFilters, listOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { replyView } from '../../server/reply-view.ts'
import { shellOf } from '../../server/shell.ts'
import { chipsOf } from '../leads/choices.ts'

type Use = 'everything' | 'sms' | Platform

type File = { title: string; about: string; write: (pages: AsyncIterable<Lead[]>) => AsyncIterable<string> }

/** The files by their use. `conversion` is the name that the ads platform has for the conversion. */
const filesOf = (conversion: string): Record<Use, File> => ({
  everything: {
    title: 'Everything',
    about: 'All columns of each person, for a spreadsheet.',
    write: writeCsv,
  },
  sms: {
    title: 'For texting',
    about: 'Numbers in international form, with name, address and consent.',
    write: writeTextCsv,
  },
  'google-ads': {
    title: 'Google Ads',
    about: 'Offline conversions: the clicks on your ads that brought a lead. Nothing personal.',
    write: writeConversions('google-ads', conversion),
  },
  'microsoft-ads': {
    title: 'Microsoft Advertising',
    about: 'Offline conversions: the clicks on your ads that brought a lead. Nothing personal.',
    write: writeConversions('microsoft-ads', conversion),
  },
})

// If there are more people than this, the desk does not count on, because the operator would have to wait too long.
const mostCounted = 5000

/** The result of the SQL function desk.count_exports. */
const countsSchema = z.object({
  people: z.number(),
  is_more: z.boolean(),
  is_cut: z.boolean(),
  files: z.array(z.object({ file: z.string(), reason: z.nullable(z.string()), people: z.number() })),
})

const chosenOf = (context: Context) => (context.req.queries('lead') ?? []).flatMap((ids) => ids.split(','))

/** Returns a filter for the chosen people (`lead`). If nobody is chosen, returns the filter of the list. */
function filterOf(context: Context): Filter {
  const chosen = chosenOf(context)
  return chosen.length > 0 ? { chosen: arrayLiteral(chosen) } : argumentsOf(filtersOf(context.req.query()))
}

/** Returns why a file leaves out this person. If the file contains the person, returns null. */
const whyNot = (use: Use, lead: Lead) => (use === 'everything' ? null : whyLeftOut(lead, use))

/** GET /exports: shows each file, with how many people are in it and why others are left out. */
export async function showExports(desk: Desk, context: Context, ui: Interface) {
  const query = context.req.query()
  if (query.all)
    return context.redirect(
      withQuery('/exports', Object.fromEntries(new URLSearchParams(listOf(query.list)))),
    )
  const [chosen, filters] = [chosenOf(context), filtersOf(query)]
  const [attention, counted] = await Promise.all([
    readAttention(desk),
    desk.call('count_exports', { ...withNumber(filterOf(context)), max_people: mostCounted }),
  ])
  const { people: most, is_more: hasMore, is_cut: isCut, files } = countsSchema.parse(counted)
  const chips = chipsOf(filters).map(({ label }) => label)
  const people = `${hasMore ? 'More than ' : ''}${countedPeople(most)}`
  const whom = chosen.length > 0 ? ['chosen'] : chips
  const values = chosen.length > 0 ? { lead: chosen.join() } : filters
  return replyView(context, ui, {
    page: 'exports',
    shell: shellOf({ title: 'Exports', path: '/exports', period: readPeriod(query, 'all'), attention }),
    props: {
      whom: {
        text: [people, ...whom].join(', '),
        href: chosen.length > 0 || !hasFilters(filters) ? '/leads' : withQuery('/leads', filters),
      },
      files: (Object.entries(filesOf('Lead')) as [Use, File][]).map(([use, { title, about }]) => {
        const counts = files.filter(({ file }) => file === use)
        const fitting = use === 'everything' ? most : (counts.find(({ reason }) => !reason)?.people ?? 0)
        const leftOut = counts.flatMap(({ reason, people }) => (reason ? [{ reason, people }] : []))
        return {
          title,
          about,
          count: countedPeople(fitting),
          leftOut: leftOut.map(({ reason, people }) => `${grouped(people)} ${reasons[reason] ?? reason}`),
          isEmpty: fitting === 0 && !hasMore,
          values: { ...values, for: use },
          ...(Object.hasOwn(platforms, use) && { conversion: 'Lead' }),
        }
      }),
      note: [
        ...(hasMore
          ? [`The counts cover the first ${grouped(most)} people in the list. The files have everyone.`]
          : []),
        ...(isCut ? [searchNote] : []),
      ].join(' '),
    },
  })
}

/**
 * GET /leads.csv: downloads the file for a use (`for`). Reads the first page before it begins to answer, so that an
 * error can still be shown.
 */
export async function exportLeads(desk: Desk, context: Context) {
  const { for: use = 'everything', conversion = 'Lead' } = context.req.query()
  const files = filesOf(conversion)
  if (!Object.hasOwn(files, use)) throw new DeskError('22023', 'There is no such file to download.')
  const wanted = use as Use
  const pages = readLeads(desk, filterOf(context))
  const first = await pages.next()
  const fitting = (leads: Lead[]) => leads.filter((lead) => whyNot(wanted, lead) === null)
  async function* leads() {
    if (!first.done) yield fitting(first.value.leads)
    for await (const page of pages) yield fitting(page.leads)
  }
  const name = wanted === 'everything' ? 'leads' : `leads-${wanted}`
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="${name}-${dateOf(new Date())}.csv"`)
  return context.body(
    Readable.toWeb(Readable.from(files[wanted].write(leads()), { objectMode: false })) as ReadableStream,
  )
}

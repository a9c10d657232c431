import { Readable } from 'node:stream'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { platforms, reasons } from '../../../core/conversions.ts'
import { DeskError } from '../../../core/desk-error.ts'
import { asksForAll, type Use, writeExport } from '../../../core/exports.ts'
import { countedPeople, grouped } from '../../../core/figures.ts'
import { argumentsOf, type Selection, searchNote } from '../../../core/leads.ts'
import { dateOf, datesOf, type Period, readPeriod, spans, zone } from '../../../core/period.ts'
import { mostCounted, renderAmount } from '../../server/attention.ts'
import { filtersOf, hasFilters, listOf, selectionOf } from '../../server/filters.ts'
import { withQuery } from '../../server/form.ts'
import { type App, page } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import { tellDays } from '../../server/when.ts'
import { chipsOf } from '../leads/chips.ts'

type File = { title: string; about: string }

/** The files by their use. */
const files: Record<Use, File> = {
  everything: {
    title: 'Everything',
    about: 'All columns of each person, for a spreadsheet. Times are in your time zone.',
  },
  sms: {
    title: 'For texting',
    about:
      'Numbers in international form, with name, address and consent. Upload it as it is: a spreadsheet that saves it drops the +.',
  },
  'google-ads': {
    title: 'Google Ads',
    about:
      'Offline conversions: the clicks on your ads that brought a lead, and once more with the value if it was won. Nothing personal.',
  },
  'microsoft-ads': {
    title: 'Microsoft Advertising',
    about:
      'Offline conversions: the clicks on your ads that brought a lead, and once more with the value if it was won. Nothing personal.',
  },
}

/** The result of the SQL function desk.count_exports. */
const countsSchema = z.object({
  people: z.number(),
  is_more: z.boolean(),
  is_cut: z.boolean(),
  files: z.array(z.object({ file: z.string(), reason: z.nullable(z.string()), people: z.number() })),
})

const chosenOf = (context: Context) => (context.req.queries('lead') ?? []).flatMap((ids) => ids.split(','))

/** Selects the chosen people (`lead`). If nobody is chosen, selects the people of the list. */
function selectedBy(context: Context): Selection {
  const chosen = chosenOf(context)
  return chosen.length > 0 ? { filters: { chosen } } : selectionOf(filtersOf(context.req.query()))
}

/** Returns the days that the files have in words, in the time zone that counts them. */
function daysOf(period: Period) {
  const { days, from, to } = period
  if (days === 'all') return 'All days'
  return `${days ? (/^\d+ days$/.test(spans[days] ?? '') ? `Last ${spans[days]}` : spans[days]) : tellDays(from, to)}, ${zone()}`
}

/** GET /exports: shows each file, with how many people are in it and why others are left out. */
export const showExports = page({
  view: 'exports',
  room: 'exports',
  choose(query, context) {
    if (chosenOf(context).length > 0) return undefined
    const { days: _, from: __, to: ___, ...others } = filtersOf(query)
    return periodOf('/exports', readPeriod(query, 'all'), others, true)
  },
  async read({ desk, context, query }) {
    if (query.all)
      return context.redirect(
        withQuery('/exports', Object.fromEntries(new URLSearchParams(listOf(query.list)))),
      )
    const [chosen, filters, selection] = [chosenOf(context), filtersOf(query), selectedBy(context)]
    const counted = await desk.call('count_exports', {
      ...argumentsOf(selection),
      max_people: mostCounted,
    })
    const { people: most, is_more: hasMore, is_cut: isCut, files: counts } = countsSchema.parse(counted)
    const chips = chipsOf({ ...filters, from: '', to: '' }).map(({ label }) => label)
    const people = renderAmount(hasMore ? mostCounted + 1 : most)
    const whom = chosen.length > 0 ? ['chosen'] : chips
    const values = chosen.length > 0 ? { lead: chosen.join() } : filters
    return {
      props: {
        whom: {
          text: [...(chosen.length > 0 ? [] : [daysOf(readPeriod(query, 'all'))]), people, ...whom].join(
            ', ',
          ),
          href: chosen.length > 0 || !hasFilters(filters) ? '/leads' : withQuery('/leads', filters),
        },
        files: (Object.entries(files) as [Use, File][]).map(([use, { title, about }]) => {
          const hasAll = use === 'everything' && asksForAll(selection)
          const own = hasAll ? [] : counts.filter(({ file }) => file === use)
          const fitting = hasAll ? most : (own.find(({ reason }) => !reason)?.people ?? 0)
          const leftOut = own.flatMap(({ reason, people }) => (reason ? [{ reason, people }] : []))
          return {
            title,
            about,
            count: countedPeople(fitting),
            leftOut: leftOut.map(({ reason, people }) => `${grouped(people)} ${reasons[reason] ?? reason}`),
            isEmpty: fitting === 0 && !hasMore,
            values: { ...values, for: use },
            ...(Object.hasOwn(platforms, use) && { names: { conversion: 'Lead', sale: 'Sale' } }),
          }
        }),
        note: [
          ...(hasMore
            ? [`The counts cover the first ${grouped(most)} people in the list. The files have everyone.`]
            : []),
          ...(isCut ? [searchNote] : []),
        ].join(' '),
      },
    }
  },
})

/**
 * GET /leads.csv: downloads the file for a use (`for`). Reads the first page before it begins to answer, so that an
 * error can still be shown.
 */
export async function exportLeads({ desk }: App, context: Context) {
  const query = context.req.query()
  const { for: use = 'everything', conversion = 'Lead', sale = 'Sale' } = query
  if (!Object.hasOwn(files, use)) throw new DeskError('22023', 'There is no such file to download.')
  const text = writeExport(desk, selectedBy(context), { use: use as Use, conversion, sale })[
    Symbol.asyncIterator
  ]()
  const first = await text.next()
  async function* all() {
    if (first.done) return
    yield first.value
    yield* { [Symbol.asyncIterator]: () => text }
  }
  context.header('content-type', 'text/csv; charset=utf-8')
  context.header('content-disposition', `attachment; filename="${nameOf(context, use)}"`)
  return context.body(Readable.toWeb(Readable.from(all(), { objectMode: false })) as ReadableStream)
}

/** Returns the name of a file, which says whose days it has: leads-sms-2026-10-29-to-2026-11-27.csv */
function nameOf(context: Context, use: string) {
  const { first, last } = datesOf(readPeriod(context.req.query(), 'all'))
  const days = chosenOf(context).length > 0 ? ['chosen'] : first ? [first, 'to'] : ['until']
  return `${['leads', ...(use === 'everything' ? [] : [use]), ...days, last || dateOf(new Date())].join('-')}.csv`
}

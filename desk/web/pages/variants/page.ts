import * as z from 'zod/mini'
import { pageCopy, variantNames } from '../../../../lib/site/variants.ts'
import { counted, grouped, shareOf } from '../../../core/figures.ts'
import { type Interval, newcombe, visitorsNeeded, wilson } from '../../../core/intervals.ts'
import { dateOf, datesOf, daysOf, readPeriod } from '../../../core/period.ts'
import { axisOf } from '../../parts/axis.ts'
import type { Tone } from '../../parts/tone.tsx'
import { page } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import { tellDay } from '../../server/when.ts'
import type { VariantsProps } from './view.tsx'

const day = 86_400_000

const control = 'control'

const variantsSchema = z.array(
  z.object({
    variant: z.string(),
    views: z.number(),
    unlocked: z.number(),
    leads: z.number(),
    first_day: z.nullable(z.string()),
  }),
)

type Variant = z.infer<typeof variantsSchema>[number]

/** GET /variants: shows for each variant in how many percent of its views the video was unlocked, with a confidence interval. */
export const compareVariants = page({
  view: 'variants',
  room: 'variants',
  choose: (query) => periodOf('/variants', readPeriod(query, '90'), {}, false),
  async read({ desk, query }) {
    const period = readPeriod(query, '90')
    // The page without changes is what the others are compared with. If it was not shown, no other takes its place.
    const variants = variantsSchema
      .parse(await desk.call('variants', daysOf(period)))
      .toSorted((one, other) => Number(other.variant === control) - Number(one.variant === control))
    const [first] = variants
    const base = first?.variant === control ? first : undefined
    const share = base && conversionOf(base)?.value
    const needed = share ? visitorsNeeded(share) : Number.NaN
    const axis = axisOf(Math.max(0.01, ...variants.map((variant) => conversionOf(variant)?.high ?? 0)))
    const limit = axis.at(-1) ?? 1
    return {
      props: {
        progress: progressOf(variants, needed, datesOf(period).last),
        base: control,
        axis: axis.map((value) => ({ at: value / limit, label: `${+(100 * value).toFixed(1)} %` })),
        rows: variants.map((variant) => rowOf(variant, base, needed, limit)),
        notes: [
          'The conversion is the share of the views of a variant in which the video was unlocked, with 95 % intervals. Both are counted by the same browsers, so it is never above 100 %.',
          'With this many views, 80 of 100 tests show a rise by a fifth. Do not stop sooner: if you look every day and stop at the first good result, you find false winners.',
          'The leads are all people whose first visit to the form showed the variant, also those whose browser asks not to be counted. They are not part of the conversion. Suspected bots, previews and erased people are left out. Your own visits to /?variant=… count as views.',
        ],
      },
    }
  },
})

/**
 * Returns how far the test has come. `needed` is the number of views that each variant needs, or NaN if this is
 * unknown. `last` is the last day of the period, or '' for today.
 */
function progressOf(variants: Variant[], needed: number, last: string): VariantsProps['progress'] {
  if (Number.isNaN(needed))
    return {
      headline: 'Too early to say',
      text: 'As soon as the control has unlocked the video once, you see here how many views the test needs.',
      share: 0,
      facts: [],
    }
  const least = Math.min(...variants.map(({ views }) => views))
  const views = `${grouped(Math.min(least, needed))} of ${grouped(needed)}`
  if (least >= needed)
    return {
      headline: 'The test is over',
      text: 'Each variant has the views that it needs.',
      share: 1,
      facts: [{ label: 'Views of each variant', value: views }],
    }
  const left = last && last < dateOf(new Date()) ? Number.NaN : daysLeft(variants, needed)
  return {
    headline: `${grouped(needed - least)} views to go`,
    text: 'Until each variant has them, the test says nothing.',
    share: least / needed,
    facts: [
      { label: 'Views of each variant', value: views },
      ...(Number.isFinite(left)
        ? [
            { label: 'Days still needed', value: counted(left, 'day') },
            { label: 'Ends about', value: tellDay(dateOf(new Date(Date.now() + left * day))) },
          ]
        : []),
    ],
  }
}

/**
 * Returns in how many days every variant will have the views that it needs, if they come as fast as they have come
 * since its first view. If a variant has no views, returns Infinity.
 */
const daysLeft = (variants: Variant[], needed: number) =>
  Math.max(
    ...variants.map(({ views, first_day: first }) => {
      const days = first ? (Date.now() - Date.parse(first)) / day : 0
      return Math.ceil(((needed - views) * days) / views)
    }),
  )

/** Returns in which share of the views the video was unlocked. If no share can be told, returns undefined. */
const conversionOf = ({ unlocked, views }: Variant) =>
  shareOf(unlocked, views) === null ? undefined : wilson(unlocked, views)

/**
 * Returns the headline of a variant. If the variant is no longer tested, returns an empty text. The control is the
 * page without any changes.
 */
function headlineOf({ variant }: Variant) {
  const { lead, accent, tail } = pageCopy(variant).hero.headline
  return variant === control || variantNames.includes(variant) ? `${lead} ${accent} ${tail}` : ''
}

function rowOf(
  variant: Variant,
  tested: Variant | undefined,
  needed: number,
  limit: number,
): VariantsProps['rows'][number] {
  const [own, base] = [conversionOf(variant), tested && conversionOf(tested)]
  const difference = variant !== tested && own && base ? newcombe(own, base) : undefined
  // Without a lead of the control nobody knows how many views are needed, so everything is early.
  const isEarly = !(Math.min(variant.views, tested?.views ?? 0) >= needed)
  return {
    name: variant.variant,
    headline: headlineOf(variant),
    views: grouped(variant.views),
    unlocked: grouped(variant.unlocked),
    leads: grouped(variant.leads),
    conversion: own
      ? {
          ...told(own, hundredths, '%'),
          span: { low: own.low / limit, value: own.value / limit, high: own.high / limit },
        }
      : null,
    against: difference
      ? {
          ...told(difference, signed, 'points'),
          ...(isEarly ? { verdict: 'too early to say', tone: 'quiet' } : verdictOn(difference)),
        }
      : null,
  }
}

/** Returns a value and its interval as texts, such as “+2.0 points” and “+0.5 to +3.5 points”. */
const told = ({ value, low, high }: Interval, write: (share: number) => string, unit: string) => ({
  text: `${write(value)} ${unit}`,
  interval: `${write(low)} to ${write(high)} ${unit}`,
})

const hundredths = (share: number) => (100 * share).toFixed(1)

const signed = (share: number) => `${share < 0 ? '−' : '+'}${hundredths(Math.abs(share))}`

function verdictOn({ low, high }: Interval): { verdict: string; tone: Tone } {
  if (low > 0) return { verdict: 'better', tone: 'good' }
  return high < 0 ? { verdict: 'worse', tone: 'bad' } : { verdict: 'no difference shown', tone: 'quiet' }
}

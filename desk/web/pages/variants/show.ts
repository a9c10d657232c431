import * as z from 'zod/mini'
import { control, pageCopy, variantNames } from '../../../../lib/page-copy.ts'
import { shareOf } from '../../../core/figures.ts'
import { newcombe, visitorsNeeded, wilson } from '../../../core/intervals.ts'
import { dateOf, datesOf, daysOf, readPeriod, startOf } from '../../../core/period.ts'
import { variantWords } from '../../../core/words.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import type { Progress, Row, VariantsProps } from './view.tsx'

const day = 86_400_000

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

/** GET /variants: with a confidence interval. */
export const compareVariants = showPage<VariantsProps>({
  choose: (query) => periodOf('/variants', readPeriod(query), {}, false),
  async read({ desk, query }) {
    const period = readPeriod(query)
    // All are compared with the page without changes. If it was not shown, no other takes its place.
    const variants = variantsSchema
      .parse(await desk.call('variants', daysOf(period)))
      .toSorted((one, other) => Number(other.variant === control) - Number(one.variant === control))
    const [first] = variants
    const base = first?.variant === control ? first : undefined
    const share = base && conversionOf(base)?.value
    const needed = share ? visitorsNeeded(share) : Number.NaN
    return {
      props: {
        progress: progressOf(variants, needed, datesOf(period).last),
        rows: variants.map((variant) => rowOf(variant, base, needed)),
      },
    }
  },
})

/**
 * `needed` is the number of views that each variant needs, or NaN if unknown. `last` is the period's last
 * day, or '' for today.
 */
function progressOf(variants: Variant[], needed: number, last: string): Progress | null {
  if (Number.isNaN(needed)) return null
  const least = Math.min(...variants.map(({ views }) => views))
  const left = last && last < dateOf(new Date()) ? Number.NaN : daysLeft(variants, needed)
  return { needed, least, daysLeft: least < needed && Number.isFinite(left) ? left : null }
}

/**
 * Days until every variant has the views that it needs, at the speed since its first view. Infinity if one
 * has no views.
 */
const daysLeft = (variants: Variant[], needed: number) =>
  Math.max(
    ...variants.map(({ views, first_day: first }) => {
      const days = first ? (Date.now() - startOf(first).valueOf()) / day : 0
      return Math.ceil(((needed - views) * days) / views)
    }),
  )

/** Undefined without views. */
const conversionOf = ({ unlocked, views }: Variant) =>
  shareOf(unlocked, views) === null ? undefined : wilson(unlocked, views)

function headlineOf({ variant }: Variant) {
  const { start, accent, tail } = pageCopy(variant).hero.headline
  return variant === control || variantNames.includes(variant)
    ? `${start} ${accent} ${tail}`
    : 'No longer on the page'
}

function rowOf(variant: Variant, tested: Variant | undefined, needed: number): Row {
  const [own, base] = [conversionOf(variant), tested && conversionOf(tested)]
  return {
    ...variant,
    name: variantWords(variant.variant),
    isBase: variant.variant === control,
    headline: headlineOf(variant),
    conversion: own,
    difference: variant !== tested && own && base ? newcombe(own, base) : undefined,
    // Without a lead of the original, nobody knows how many views are needed.
    isEarly: !(Math.min(variant.views, tested?.views ?? 0) >= needed),
  }
}

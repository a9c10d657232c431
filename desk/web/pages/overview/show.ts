import { readLimit } from '../../../core/failures.ts'
import { callsToJudge, readList } from '../../../core/leads.ts'
import { readOverview } from '../../../core/overview.ts'
import { readPeriod, withFirstDay } from '../../../core/period.ts'
import { digestOf } from '../../../core/requeue.ts'
import { readTexts } from '../../../core/texts.ts'
import { readTarget, withoutQuery } from '../../../doctor/target.ts'
import { mostCounted } from '../../format/amounts.ts'
import { filtersOf, selectionOf } from '../../server/filters.ts'
import { periodOf } from '../../server/shell.ts'
import { showPage } from '../../server/show-page.ts'
import { plots } from './metrics.ts'
import { groupings, orderOf, orders, rangeOf } from './sources.ts'
import type { OverviewProps } from './view.tsx'

type Query = Record<string, string>

const choose = <Choices extends object>(choices: Choices, name = '', usual: keyof Choices): keyof Choices =>
  Object.hasOwn(choices, name) ? (name as keyof Choices) : usual

const keptOf = ({ plot = '', by = '', sort = '' }: Query) => ({ plot, by, sort })

/** GET / */
export const showOverview = showPage<OverviewProps>({
  choose: (query) => periodOf('/', withFirstDay(readPeriod(query)), keptOf(query), false),
  note: 'The conversion is the share of the page views in which the video was unlocked. Views are counted without a cookie; browsers that ask not to be counted are left out. A period that is not over is compared with the one before up to the same hour. Suspected bots and previews do not count as leads.',
  async read({ desk, query, variables, attention: asked }) {
    const period = withFirstDay(readPeriod(query))
    const [plot, sort] = [choose(plots, query.plot, 'leads'), choose(orders, query.sort, 'leads')]
    const by = choose(groupings, query.by, 'source')
    const [found, attention, latest, texts, due, held, seen, limited] = await Promise.all([
      readOverview(desk, period, { by, order: orderOf(by, sort), ...rangeOf(query.sources) }),
      asked,
      readList(desk, { filters: { kind: 'person' } }, { max_rows: 6 }),
      readTexts(desk),
      readList(desk, { filters: { calls: 'today' } }, { max_rows: 6, max_count: mostCounted }),
      readList(desk, { filters: callsToJudge }, { max_rows: 1, max_count: mostCounted }),
      asked.then(({ held }) => (held > 0 ? digestOf(desk, selectionOf(filtersOf({ mails: 'held' }))) : '')),
      readLimit(desk),
    ])
    return {
      props: {
        period,
        chosen: { plot, by, sort, sources: query.sources },
        kept: keptOf(query),
        found,
        attention,
        seen,
        limited,
        texts,
        calls: due.leads,
        callCount: due.count ?? 0,
        heldCalls: held.count ?? 0,
        latest,
        pageUrl: withoutQuery(readTarget(variables).siteUrl),
      },
    }
  },
})

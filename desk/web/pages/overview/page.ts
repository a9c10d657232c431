import { grouped } from '../../../core/figures.ts'
import { readPage } from '../../../core/leads.ts'
import { readOverview } from '../../../core/overview.ts'
import { readPeriod } from '../../../core/period.ts'
import { readTexts } from '../../../core/texts.ts'
import { sourceWords } from '../../../core/words.ts'
import { mostCounted, renderAmount } from '../../server/attention.ts'
import { periodQuery, withQuery } from '../../server/form.ts'
import { page } from '../../server/page.ts'
import { periodOf } from '../../server/shell.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellWhen } from '../../server/when.ts'
import { metricsOf, plotOf, plots } from './metrics.ts'
import { groupings, orderOf, orders, rangeOf, sourcesOf } from './sources.ts'
import { textsOf } from './texts.ts'
import { todoOf } from './todo.ts'

type Query = Record<string, string>

const choose = <Choices extends object>(choices: Choices, name = '', usual: keyof Choices): keyof Choices =>
  Object.hasOwn(choices, name) ? (name as keyof Choices) : usual

const keptOf = ({ plot = '', by = '', sort = '' }: Query) => ({ plot, by, sort })

/** GET /: shows how many leads came, where they came from, and which mails need the operator. */
export const showOverview = page({
  view: 'overview',
  room: 'overview',
  choose: (query) => periodOf('/', readPeriod(query, '30'), keptOf(query), false),
  async read({ desk, query, attention: asked }) {
    const period = readPeriod(query, '30')
    const [plot, sort] = [choose(plots, query.plot, 'leads'), choose(orders, query.sort, 'leads')]
    const by = choose(groupings, query.by, 'source')
    const [found, attention, newest, texts, due] = await Promise.all([
      readOverview(desk, period, { by, order: orderOf(by, sort), ...rangeOf(query.sources) }),
      asked,
      readPage(desk, { filters: { kind: 'person' } }, { max_rows: 6 }),
      readTexts(desk),
      readPage(desk, { filters: { calls: 'today' } }, { max_rows: 6, max_count: mostCounted }),
    ])
    const list = periodQuery(period)
    const link = (change: Query) => withQuery('/', { ...list, ...keptOf(query), ...change })
    const leads = (filters: Query) => withQuery('/leads', { ...list, kind: 'person', ...filters })
    return {
      props: {
        todo: todoOf(attention, due.count ?? 0, texts.count),
        texts: textsOf(texts),
        metrics: metricsOf(found, plot, link, leads),
        plot: plotOf(found, plot),
        ...(found.won.people > 0 && {
          won: {
            text: `Won: ${grouped(found.won.people)} of these leads${found.won.value > 0 ? `, worth ${grouped(found.won.value)}` : ''}`,
            href: leads({ outcome: 'won' }),
          },
        }),
        sources: sourcesOf(found, by, sort, query.sources, link, leads),
        ...(attention.held > 0 && { held: renderAmount(attention.held) }),
        calls: due.leads.map(({ id, name, email, phone, phone_e164 }) => ({
          name: name || email,
          href: `/leads/${id}`,
          phone: phone_e164 ? tellPhone(phone_e164) : phone,
          ...(phone_e164 && { call: `tel:${phone_e164}` }),
        })),
        latest: newest.leads.map(({ id, name, email, source, created_at }) => ({
          name: name || email,
          source: sourceWords(source),
          when: tellWhen(created_at),
          at: created_at,
          href: `/leads/${id}`,
        })),
        all: '/leads',
        fresh: { ask: withQuery('/new', { kind: 'person', seen: new Date().toISOString() }), href: link({}) },
        note: 'The conversion is the share of the page views in which the video was unlocked. Views are counted without a cookie; browsers that ask not to be counted are left out. A period that is not over is compared with the one before up to the same hour. Suspected bots and previews do not count as leads.',
      },
    }
  },
})

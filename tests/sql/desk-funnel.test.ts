import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openDatabase } from './open-database.ts'

const database = await openDatabase()
after(() => database.close())

const funnel = async (since?: string, until?: string, variant?: string, campaign?: string) =>
  (
    await database.queryAs('lead_desk', 'select desk.funnel($1, $2, $3, $4) as answer', [
      since ?? null,
      until ?? null,
      variant ?? null,
      campaign ?? null,
    ])
  )[0]?.answer

test('the counters are summed up by day and step, and what can be chosen comes by its frequency', async () => {
  await database.query(`insert into funnel_counts (day, variant, campaign, event, hits) values
    ('2001-11-01', '', '', 'page_viewed', 1), ('2001-11-01', 'a', 'spring', 'page_viewed', 10),
    ('2001-11-01', 'a', 'spring', 'unlocked', 2), ('2001-11-02', 'b', 'spring', 'page_viewed', 100),
    ('2001-11-03', 'b', 'autumn', 'page_viewed', 1000),
    ('2001-11-02', 'watch link', '', 'video_begun', 4), (current_date, 'c', '', 'unlocked', 5)`)
  const period = ['2001-11-01', '2001-11-03'] as const
  const chosen = { variants: ['b', 'a', ''], campaigns: ['spring', ''] }
  assert.deepEqual(await funnel(...period), {
    days: [
      { day: '2001-11-01', counts: { page_viewed: 11, unlocked: 2 } },
      { day: '2001-11-02', counts: { page_viewed: 100 } },
    ],
    totals: { page_viewed: 111, unlocked: 2 },
    watch_link: { video_begun: 4 },
    ...chosen,
  })
  assert.deepEqual(await funnel(...period, 'a', 'spring'), {
    days: [{ day: '2001-11-01', counts: { page_viewed: 10, unlocked: 2 } }],
    totals: { page_viewed: 10, unlocked: 2 },
    watch_link: { video_begun: 4 },
    ...chosen,
  })
  assert.deepEqual((await funnel(...period, '')) as object, {
    days: [{ day: '2001-11-01', counts: { page_viewed: 1 } }],
    totals: { page_viewed: 1 },
    watch_link: { video_begun: 4 },
    ...chosen,
  })
  const spring = (await funnel(...period, undefined, 'spring')) as { totals: object }
  assert.deepEqual(spring.totals, { page_viewed: 110, unlocked: 2 })
  const none = { days: [], totals: {}, watch_link: {}, variants: [], campaigns: [] }
  assert.deepEqual(await funnel('2020-01-01', '2021-01-01'), none)
  assert.deepEqual(await funnel(...period, 'z'), { ...none, ...chosen, watch_link: { video_begun: 4 } })
  await database.query(`delete from funnel_counts where day between '2001-11-01' and '2001-11-03'`)
  const { totals, variants } = (await funnel()) as { totals: object; variants: string[] }
  assert.deepEqual([totals, variants], [{ unlocked: 5 }, ['c']])
})

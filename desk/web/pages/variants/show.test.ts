import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseHTML } from 'linkedom'
import { buildInterface } from '../../server/build-interface.ts'
import { createApp } from '../../server/create-app.ts'

const ui = await buildInterface()
const attention = { failed: 0, held: 0, overdue: 0, delayed: 0, own: 0 }

/**
 * Returns what the page says about each variant. The first view of each variant was `since` days ago. `views` has the
 * views of each variant, or is the number that all have.
 */
async function verdicts(
  unlocked: Record<string, number>,
  views: number | Record<string, number>,
  { query = '', zone = 'UTC', since = 10 } = {},
) {
  const first_day = new Date(Date.now() - since * 86_400_000).toLocaleDateString('sv', { timeZone: zone })
  const variants = Object.entries(unlocked).map(([variant, unlocked]) => ({
    variant,
    views: typeof views === 'number' ? views : views[variant],
    unlocked,
    // People whose browsers ask not to be counted are leads, too. A rate of leads would be above 100 %.
    leads: 10_000 - unlocked,
    first_day,
  }))
  const opened = { has_keys: true, told: null, undos: [] }
  const answers: Record<string, unknown> = { attention, time_zone: zone, open_page: opened }
  const call = async (name: string) => answers[name] ?? variants
  const app = createApp({ call, close: async () => {} }, { port: 1, key: 'key', ui })
  const response = await app.request(`/variants${query}`, {
    headers: { host: 'localhost:1', authorization: 'Bearer key' },
  })
  const { document } = parseHTML(await response.text())
  const told = ({ textContent }: Element) =>
    /better|worse|no difference shown|too early to say/.exec(textContent ?? '')?.[0]
  return {
    progress: document.querySelector('main h2')?.textContent,
    facts: [...document.querySelectorAll('main dt')].map(({ textContent }) => textContent),
    days: Number(/about (\d+) more days?\./.exec(document.querySelector('main h2')?.textContent ?? '')?.[1]),
    about: document.querySelector('main h2 + p')?.textContent ?? '',
    told: [...document.querySelectorAll('tbody tr')].map(told),
  }
}

test('a variant is better or worse only where the whole interval of the difference is', async () => {
  const { progress, facts, told } = await verdicts({ control: 400, more: 480, fewer: 320, same: 405 }, 4_000)
  assert.equal(
    progress,
    '“more” wins by 2.0 points: 12.0 % of its views unlock the video, and 10.0 % of those of the original.',
  )
  assert.deepEqual(facts, ['Views of each variant'])
  assert.deepEqual(told, [undefined, 'better', 'worse', 'no difference shown'])
})

test('where no headline wins, the page says so, and also what there is nothing to compare with', async () => {
  const verdict = async (unlocked: Record<string, number>) => (await verdicts(unlocked, 4_000)).progress
  assert.match((await verdict({ control: 400, same: 405 })) ?? '', /^No headline beats the original/)
  assert.match((await verdict({ control: 400, fewer: 320, same: 405 })) ?? '', /^No headline beats/)
  assert.match((await verdict({ control: 400, fewer: 320 })) ?? '', /^The original wins/)
  assert.match((await verdict({ control: 400 })) ?? '', /^Nothing to compare: only the original/)
  assert.match((await verdict({ more: 400 })) ?? '', /^Nothing to compare: the original page was not shown/)
  assert.match((await verdict({ control: 0, more: 45 })) ?? '', /^No winner yet: it is too early/)
})

test('no variant is better before each has the views that the test needs, and the page says when that is', async () => {
  const { progress, facts, days, told } = await verdicts({ control: 100, more: 160 }, 1_000)
  assert.equal(
    progress,
    `No winner yet: the headline shown least needs 2,841 more views, about ${days} more days.`,
  )
  assert.deepEqual(facts, ['Views of each variant', 'Ends about'])
  // The 1,000 views came within 10 to 11 days.
  assert.ok(days >= 28 && days <= 32, String(days))
  assert.deepEqual(told, [undefined, 'too early to say'])
})

test('the days still needed are those of the operator’s zone, also where the day has begun before that of UTC', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2026-11-27T16:00Z') })
  const { days } = await verdicts({ control: 10, more: 10 }, 100, { zone: 'Asia/Tokyo', since: 0 })
  // It is 1:00 in Tokyo, so 100 views came in an hour.
  assert.equal(days, 2)
})

test('the control is the base wherever its name stands, and without it nothing is better', async () => {
  const { told } = await verdicts({ bold: 480, control: 400 }, 4_000)
  assert.deepEqual(told, [undefined, 'better'])
  const { told: alone } = await verdicts({ bold: 400, calm: 600 }, 4_000)
  assert.deepEqual(alone, [undefined, undefined])
})

for (const unlocked of [0, 1])
  test(`while the control has unlocked ${unlocked} of 1 views, nothing is better, and the page says what is missing`, async () => {
    const { told, about } = await verdicts({ control: unlocked, more: 1 - unlocked }, 1)
    assert.deepEqual(told, [undefined, 'too early to say'])
    assert.match(
      about,
      /^As soon as some views of the original have unlocked the video and others have not, /,
    )
  })

test('while the control has no lead, nothing is better', async () => {
  const { told } = await verdicts({ control: 0, more: 45 }, 40_000)
  assert.deepEqual(told, [undefined, 'too early to say'])
})

test('nothing is better while only the control lacks views, or only the other', async () => {
  for (const views of [
    { control: 1_000, more: 40_000 },
    { control: 40_000, more: 1_000 },
  ]) {
    const { told } = await verdicts({ control: views.control / 10, more: views.more / 6 }, views)
    assert.deepEqual(told, [undefined, 'too early to say'])
  }
})

test('no end is told where it cannot be known', async () => {
  for (const [leads, views, query] of [
    [0, 1_000, ''],
    [100, 1_000, '?from=2026-01-01&to=2026-02-01'],
  ] as const) {
    const { facts } = await verdicts({ control: leads, more: leads }, views, { query })
    assert.equal(facts.includes('Ends about'), false)
  }
})

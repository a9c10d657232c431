import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DaysOverview, overviewMail } from './overview.ts'

const waits = { failed: 0, held: 0, delayed: 0, overdue: 0, own: 0, to_call: 0, texts: 0 }
const figures: DaysOverview['figures'] = {
  leads: [9, 1200],
  may_be_texted: 800,
  won: { people: 2, value: 1200.5, currency: 'EUR' },
  days: {
    '2026-11-26': { page_viewed: 300, unlocked: 9 },
    '2026-11-27': { page_viewed: 2000, unlocked: 90 },
  },
  stored_since: '2026-01-01',
  counted_since: '2026-01-01',
  group_count: 1,
  groups: [{ name: 'campaign:autumn', leads: 7, views: 194, unlocked: 8 }],
}
const mailOf = (changes: Partial<DaysOverview['figures']> = {}, waiting: Partial<typeof waits> = {}) =>
  overviewMail({ day: '2026-11-27', figures: { ...figures, ...changes }, waits: { ...waits, ...waiting } })

test('the overview has the figures of the day beside those of the day before, in both parts', () => {
  const { subject, html, text } = mailOf()
  assert.match(subject, /^1,200 new leads on Fri,? 27 Nov 2026$/)
  assert.deepEqual(text.match(/^[\w ]+: [\d–].*$/gm), [
    'Leads: 1,200 (9 before)',
    'Page views: 2,000 (300 before)',
    'Conversion: 4.5 % (3.0 % before)',
    'May be texted: 800',
    'Won: 2 (worth €1,200.50)',
  ])
  assert.match(text, /- autumn \(campaign\): 7 leads, 194 page views, conversion 4\.1 %\n/)
  assert.match(text, /Nothing was waiting for you/)
  for (const words of ['1,200', '9 before', '4.5 %', '€1,200.50', 'autumn (campaign)', 'Nothing was waiting'])
    assert.ok(html.includes(words), words)
  assert.doesNotMatch(html + text, /127\.0\.0\.1|npm run|href="http/)
})

test('a figure that nobody knows is none, and a day without leads says so', () => {
  const { subject, text } = mailOf({
    ...{
      leads: [0, 1],
      days: {},
      stored_since: '2026-11-27',
      counted_since: null,
      groups: [],
      group_count: 0,
    },
  })
  assert.match(subject, /^1 new lead on /)
  assert.match(
    text,
    /Leads: 1 \(no figures before\)\nPage views: – \(no figures before\)\nConversion: – \(no f/,
  )
  assert.doesNotMatch(text, /came from/)
})

test('what waits is counted, and nothing is told that does not', () => {
  const { text, html } = mailOf({}, { failed: 1, held: 2, own: 1, to_call: 5001, texts: 3 })
  const lines = text.slice(text.indexOf('was waiting')).match(/^- .*$/gm)
  assert.deepEqual(
    lines,
    [
      '1 person: an email failed',
      '2 people: on hold',
      'more than 5,000 people to call today',
      '1 email to you failed',
      '3 text messages to read',
    ].map((line) => `- ${line}`),
  )
  assert.ok(html.includes('2 people: on hold'))
})

test('a campaign is a stranger’s text: escaped, without a link, and cut', () => {
  const names = ['campaign:<b>https://evil.com', `campaign:${'y'.repeat(300)}`]
  const groups = names.map((name) => ({ name, leads: 1, views: null, unlocked: null }))
  const { html, text } = mailOf({ groups, group_count: 12 })
  assert.ok(html.includes('&lt;b&gt;') && !/:\/\/evil|evil\.com/.test(html + text))
  assert.ok(!text.includes('y'.repeat(101)))
  assert.match(text, /- and more: the page Overview/)
})

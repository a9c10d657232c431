import assert from 'node:assert/strict'
import { env } from 'node:process'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { parseHTML } from 'linkedom'
import { openDeskApp } from './open-desk-app.ts'

const { ask, lead, query, sameOrigin } = await openDeskApp()
const steps = Number(env.WALK ?? 20)
const seed = env.WALK_SEED === 'random' ? Date.now() % 1e6 : Number(env.WALK_SEED ?? 1)

/** Returns a function that draws numbers from 0 to below 1 (mulberry32), the same for the same seed. */
function createRandom(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = createRandom(seed)
const pick = <One>(all: One[]): One | undefined => all[Math.floor(random() * all.length)]

const tabs = [
  '/',
  '/leads',
  '/leads?mails=held',
  '/leads?mails=failed',
  '/calls',
  '/mails',
  '/texting',
  '/settings',
]

/** Returns what holds of each person, and of all that belongs to nobody. Acts and what is counted are left out. */
async function readState() {
  const rows = await query<{ id: string; state: string }>(`
    select lead.id::text, md5(concat(
      to_jsonb(lead) - 'words',
      (select jsonb_agg(note order by note.id) from lead_notes note where note.lead_id = lead.id),
      (select jsonb_agg(jsonb_build_array(kind, status, reason, sent_before) order by kind, queued_at)
        from outbox where lead_id = lead.id),
      (select jsonb_agg(stored order by stored.id) from lead_submissions stored where stored.lead_id = lead.id)
    )) as state
    from leads lead
    union all
    select 'rest', md5(concat(
      (select jsonb_agg(event order by id) from number_events event),
      (select jsonb_agg(message order by id) from incoming_texts message),
      (select to_jsonb(settings) from lead_settings settings),
      (select jsonb_agg(keys) from desk_logins keys)
    ))`)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

const changedBetween = (before: Map<string, string>, after: Map<string, string>) =>
  [...new Set([...before.keys(), ...after.keys()])].filter((id) => before.get(id) !== after.get(id))

type Stored = { day: string | null; outcome: string; notes: number }
/** Returns what the operator says of a person. */
const readSaid = async (id: string): Promise<Stored | undefined> =>
  (
    await query<Stored>(
      `select call_again_on::text as day, outcome::text as outcome,
         (select count(*)::int from lead_notes where lead_id = lead.id) as notes
       from leads lead where id = $1`,
      [id],
    )
  )[0]

/** Returns what a form about a person says once a button of it was pressed. What is missing stays open. */
function meant(body: URLSearchParams, before: Stored): Partial<Stored> {
  const [verdict, kind, day] = [body.get('verdict'), body.get('kind'), body.get('day')]
  const notes = before.notes + 1
  if (verdict === 'reached') return { day: null, notes }
  if (verdict === 'call again') return { day, notes }
  if (verdict) return { notes }
  if (!kind) return {}
  const outcome = body.get('outcome')
  const isNoted = Boolean(body.get('words')?.trim()) || kind !== 'note'
  return {
    ...(day !== body.get('known_on') && { day: day || null }),
    outcome: (outcome !== body.get('known_outcome') && outcome) || before.outcome,
    notes: before.notes + Number(isNoted),
  }
}

type Page = { path: string; document: Document }

async function open(path: string): Promise<Page> {
  const { body, headers, status } = await ask('GET', path)
  if (headers.location) return open(headers.location)
  assert.ok(status < 500, `GET ${path}: ${status}`)
  return { path, document: parseHTML(body).document }
}

let typed = 0
/** Returns what a form sends: what the page shows, and in a text, perhaps something new. */
function fill(form: Element): URLSearchParams {
  const body = new URLSearchParams()
  for (const field of form.querySelectorAll('input, textarea, select')) {
    const [name, type] = [field.getAttribute('name'), field.getAttribute('type')]
    if (!name) continue
    const value = field.getAttribute('value') ?? ''
    if (field.localName === 'textarea') {
      typed += 1
      body.append(name, random() < 0.7 ? `words ${typed}` : '')
    } else if (type === 'checkbox') {
      if (random() < 0.3) body.append(name, value)
    } else if (type === 'radio') {
      if (!body.has(name) || random() < 0.3) body.set(name, value)
    } else if (name === 'value') body.append(name, pick(['', '1200,50', '1.200', 'x', value]) ?? '')
    else if (name === 'day') body.append(name, pick(['2999-01-02', '2020-01-02', value]) ?? '')
    else if (name === 'note') body.append(name, 'asked by phone')
    else body.append(name, value)
  }
  return body
}

test(`a random walk over the desk of ${steps} steps does what its buttons say, once (seed ${seed})`, async () => {
  for (const name of ['ann', 'bob', 'cyd', 'dee', 'eve'])
    await query('select accept_lead(gen_random_uuid(), $1)', [
      { ...lead, name, email: `${name}@example.org`, phone_e164: `+1201555011${name.length}` },
    ])
  await query(`
    update outbox set status = 'held', reason = 'suspected_bot' where kind = 'visitor' and lead_id in (
      select id from leads where name in ('ann', 'bob'));
    update outbox set status = 'failed', reason = 'expired', last_error = 'ETIMEDOUT' where lead_id in (
      select id from leads where name in ('cyd', 'dee'));
    update leads set call_again_on = current_date;
    select receive_text('+12015550112', 'who is this ' || number, 'other') from generate_series(1, 5) number`)
  const ids = (await query<{ id: string }>('select id from leads')).map(({ id }) => id)
  const places = [...tabs, ...ids.map((id) => `/leads/${id}`)]
  const visited: Page[] = [await open('/')]
  for (let step = 0; step < steps; step += 1) {
    const before = await readState()
    const page = (random() < 0.2 ? pick(visited) : visited.at(-1)) ?? assert.fail()
    const forms = [...page.document.querySelectorAll('form[method=post]')].filter(
      (form) => !/(erase|\.txt|headers|sender|test)/.test(form.getAttribute('action') ?? ''),
    )
    const form = random() < 0.7 ? pick(forms) : undefined
    if (!form) {
      visited.push(await open(pick(places) ?? '/'))
      assert.deepEqual(
        changedBetween(before, await readState()),
        [],
        `step ${step}: a page changed something`,
      )
      continue
    }
    const action = form.getAttribute('action') ?? ''
    const where = `step ${step}, seed ${seed}: ${action} on ${page.path}`
    const body = fill(form)
    assert.ok(body.get('press'), `${where} has no key`)
    const buttons = [...form.querySelectorAll('button')].filter(
      (button) => button.getAttribute('type') !== 'button' && !button.hasAttribute('disabled'),
    )
    const button = random() < 0.9 ? pick(buttons) : undefined
    const isNamed = buttons.some((one) => one.getAttribute('name'))
    if (button?.getAttribute('name'))
      body.append(button.getAttribute('name') ?? '', button.getAttribute('value') ?? '')
    const [, own] = /^\/leads\/([\da-f-]{36})\//.exec(action) ?? []
    const whose = own ?? (action === '/calls' && body.get('person'))
    const said = whose ? await readSaid(whose) : undefined
    const send = async (wait: number) => {
      await setTimeout(wait)
      return ask('POST', action, sameOrigin, String(body))
    }
    const presses = random() < 0.4 ? [0, 0, 30 * random()] : [0]
    const [first, ...others] = await Promise.all(presses.map(send))
    assert.ok(first && first.status < 500, `${where}: ${first?.status}`)
    for (const other of others) assert.equal(other.headers.location, first.headers.location, where)
    const after = await readState()
    const changed = changedBetween(before, after)
    await send(0)
    assert.deepEqual(changedBetween(after, await readState()), [], `${where}: a second press acted`)
    const next = await open(first.headers.location ?? page.path)
    const told = next.document.querySelector('main [role=status]')?.textContent ?? ''
    if (/^(Nothing|Nobody is chosen)/.test(told)) assert.deepEqual(changed, [], `${where}: ${told}`)
    if (isNamed && !button) assert.deepEqual(changed, [], `${where}: acted without its button`)
    if (whose && said && button && changed.includes(whose)) {
      const now = await readSaid(whose)
      assert.deepEqual(
        { ...now, ...meant(body, said) },
        now,
        `${where} did not do what ${body} said; it said ${told}`,
      )
    }
    if (own && !/lift/.test(action))
      assert.ok(
        changed.every((id) => id === own || id === 'rest'),
        `${where} changed somebody else`,
      )
    const words = body.get('words')?.trim()
    if (words && button && changed.length > 0) {
      const stored = await query('select 1 from lead_notes where words = $1', [words])
      assert.equal(stored.length, 1, `${where}: “${words}” is stored ${stored.length} times`)
    } else if (words && button && first.status === 303) {
      const kept = next.document.querySelector('[data-typed]')?.getAttribute('data-typed') ?? ''
      assert.ok(kept.includes(words), `${where}: “${words}” is lost; it said ${told}`)
    }
    visited.push(next)
  }
})

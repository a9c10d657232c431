import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, openWebApp } from './open-web-app.ts'

const { ui, query, join } = await openWebApp()

const lead = {
  ...{ name: 'Eve', email: 'eve@example.org', phone: '+12025550123', phone_e164: '+12025550123' },
  ...{ country_code: 'US', consent: true },
}
await query('select accept_lead(gen_random_uuid(), $1)', [lead])
await query(`update private.leads set call_again_on = current_date`)
await query(`update private.outbox set status = 'failed', reason = 'unanswered', last_error = 'ETIMEDOUT'`)
const [person] = await query<{ id: string }>('select id from private.leads')
const id = person?.id ?? ''
const members = {
  reader: await join('rea', 'reader'),
  colleague: await join('cy', 'colleague'),
  owner: await join('ada', 'owner'),
}
type Role = keyof typeof members
const roles = Object.keys(members) as Role[]
const paths = Object.fromEntries(
  Object.entries(ui.pages).map(([name, { path }]) => [name, path.replace(':id', id)]),
)

/** The pages that a role may not open. The navigation does not lead there. */
const closed: Record<Role, string[]> = {
  reader: ['exports', 'members', 'log'],
  colleague: ['exports', 'members'],
  owner: [],
}

test('each page opens for each role that may see it, and says so to the others', async () => {
  for (const role of roles) {
    const { get } = members[role].browser
    const refused = []
    for (const [name, path] of Object.entries(paths)) {
      const { status, alert } = await get(path)
      if (status === 403) {
        assert.equal(alert, 'Your role may not do this. Ask the owner of the desk.')
        refused.push(name)
      } else assert.equal(status, 200, `${role}: ${name}`)
    }
    assert.deepEqual(refused, closed[role], role)
  }
  const log = await query<{ member: string }>(
    "select member from private.desk_log where outcome like 'refused %' order by id",
  )
  assert.deepEqual(
    log.map(({ member }) => member),
    [...closed.reader.map(() => 'rea'), ...closed.colleague.map(() => 'cy')],
    'a page that opens asks for nothing that the role may not do',
  )
})

test('no page leads to what the role may not do', async () => {
  const seen = { reader: new Set<string>(), colleague: new Set<string>(), owner: new Set<string>() }
  for (const role of roles)
    for (const [name, path] of Object.entries(paths)) {
      if (closed[role].includes(name)) continue
      const { document } = await members[role].browser.get(path)
      const ways = [
        ...[...document.querySelectorAll('main form[action]')].map((form) => form.getAttribute('action')),
        ...[...document.querySelectorAll('aside a, main a')].map((link) => link.getAttribute('href')),
      ]
      for (const way of ways)
        seen[role].add(
          String(way)
            .replace(/[?#].*/, '')
            .replace(id, ':id'),
        )
    }
  const only = (role: Role, other: Role) => [...seen[role]].filter((way) => !seen[other].has(way)).sort()
  assert.deepEqual(only('reader', 'colleague'), [])
  assert.deepEqual(only('colleague', 'owner'), [])
  assert.deepEqual(only('colleague', 'reader'), [
    '/calls',
    '/leads/:id/ask',
    '/leads/:id/booking',
    '/leads/:id/contact',
    '/leads/:id/correct',
    '/leads/:id/stored.json',
    '/leads/:id/withdraw',
    '/log',
    '/mails/causes',
  ])
  assert.deepEqual(only('owner', 'colleague'), ['/exports', '/leads.csv', '/leads/:id/erase', '/members'])
})

test('the list of members is only read on the web', async () => {
  const { get, post } = members.owner.browser
  const page = await get('/members')
  assert.match(page.said, /ada@example\.org/)
  assert.equal(page.document.querySelectorAll('main form').length, 0)
  const added = await post('/members', { do: 'add', name: 'eva', address: 'eva@example.org', role: 'owner' })
  assert.match(added.alert, /only where the database is/)
  assert.equal((await query("select from private.desk_members where name = 'eva'")).length, 0)
})

test('files of people and all about a person are downloaded, and the evidence says where it is', async () => {
  const { get, post } = members.owner.browser
  const file = await get('/leads.csv?for=everything')
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="leads-.*\.csv"$/)
  assert.match(file.body, /eve@example\.org/)
  const stored = await members.colleague.browser.get(`/leads/${id}/stored.json`)
  assert.match(stored.headers.get('content-disposition') ?? '', /stored-/)
  assert.equal(JSON.parse(stored.body).email, 'eve@example.org')
  assert.match((await get(`/leads/${id}`)).said, /evidence of consent at the desk on their own machine/)
  assert.equal((await post(`/leads/${id}/evidence.txt`, {})).status, 403)
  const refused = await members.colleague.browser.get('/leads.csv?for=everything')
  assert.deepEqual([refused.status, refused.body.includes('eve@')], [403, false])
})

test('a file that needs a fresh code asks for it, and then starts', async (context) => {
  const { browser, secret } = members.owner
  await query(`update auth.mfa_amr_claims set updated_at = now() - interval '11 minutes'`)
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 570_000 })
  await browser.get('/')
  context.mock.timers.reset()
  const asking = await browser.get('/leads.csv?for=everything')
  assert.match(String(asking.to), /^\/sign-in\/factor\?.*why=stale$/)
  const page = await browser.get(String(asking.to))
  assert.match(page.said, /needs a fresh code\. A download then starts automatically/)
  const { to } = page.hidden('/sign-in/factor')
  const typed = await browser.post('/sign-in/factor', { code: codeOf(secret, 30), to: String(to) })
  assert.equal(typed.to, '/leads.csv?for=everything')
  assert.match((await browser.get(String(typed.to))).body, /eve@example\.org/)
})

test('a test email and the check of the domain are closed, in a sentence', async () => {
  const { get, post } = members.owner.browser
  const words = /Test emails and the domain check work only at the desk on the owner’s machine/
  const page = await get('/mails')
  assert.equal(
    page.document.querySelectorAll('form[action="/mails/test"], form[action="/mails/sender"]').length,
    0,
  )
  assert.match(page.said, words)
  const { to } = await post('/mails/test', { press: 'once' })
  const { document } = await get(String(to))
  assert.match(document.querySelector('[role=status]')?.textContent ?? '', words)
  assert.match((await post('/mails/sender', {})).said, words)
})

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import type { PartName } from './part-names.ts'
import { parts, setUpPart } from './parts.ts'
import { SetupError } from './setup-error.ts'
import { runSteps } from './step.ts'
import { openWorld } from './world.ts'

const openFor = (env: Record<string, string>) => openWorld({ folder: '/nowhere', env, say: () => {} })

const wrong: [
  part: PartName,
  variable: string,
  typed: string,
  sentence: RegExp,
  env?: Record<string, string>,
][] = [
  ['webhook', 'LEADS_WEBHOOK_URL', '', /needed/],
  ['webhook', 'LEADS_WEBHOOK_URL', 'hooks.crm.example/key', /from https:\/\/ on/],
  ['webhook', 'LEADS_WEBHOOK_URL', 'http://hooks.crm.example/key', /must begin with https/],
  ['webhook', 'LEADS_WEBHOOK_URL', 'https://192.168.0.2/key', /private network/],
  ['webhook', 'LEADS_WEBHOOK_SECRET', 'secret', /begin with whsec_\. Press Enter/],
  ['bounces', 'MAIL_PROVIDER', 'SendGrid', /postmark, resend, mailgun or ses/],
  ['bounces', 'POSTMARK_WEBHOOK_PASSWORD', 'short', /16 letters/, { MAIL_PROVIDER: 'postmark' }],
  ['bounces', 'RESEND_WEBHOOK_SECRET', 're_123', /an API key/, { MAIL_PROVIDER: 'resend' }],
  ['bounces', 'MAILGUN_SIGNING_KEY', '', /needed/, { MAIL_PROVIDER: 'mailgun' }],
  [
    'bounces',
    'SES_TOPIC_ARN',
    'arn:aws:ses:eu-west-1:1:identity/a.example',
    /the topic/,
    { MAIL_PROVIDER: 'ses' },
  ],
  ['texts', 'TWILIO_AUTH_TOKEN', `AC${'0'.repeat(32)}`, /Account SID/],
  ['texts', 'TWILIO_AUTH_TOKEN', 'my token', /32 hexadecimal digits/],
  ['calendar', 'CALENDAR', 'Outlook', /calendly or cal\.com/],
  ['calendar', 'CALENDLY_TOKEN', 'token', /not a token/, { CALENDAR: 'calendly' }],
]
for (const [part, variable, typed, sentence, env = {}] of wrong)
  test(`${variable} refuses ${typed || 'nothing'}`, async () => {
    const question = parts[part].questions(openFor(env)).find((one) => one.variable === variable)
    await assert.rejects(
      async () => question?.read(typed),
      (error) => error instanceof SetupError && sentence.test(error.message),
    )
  })

test('a provider is taken by the name that people say', async () => {
  const [question] = parts.bounces.questions(openFor({}))
  assert.equal(await question?.read('Amazon SES'), 'ses')
  assert.equal(await question?.read('Postmark'), 'postmark')
})

test('a part says which answers it had already, and how to change one', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parts-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const lines: string[] = []
  const env = {
    ...{ SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', META_DATASET_ID: '12345' },
    ...{ META_ACCESS_TOKEN: 'E'.repeat(40), META_TEST_CODE: 'TEST1' },
  }
  const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() }
  t.mock.method(globalThis, 'fetch', () => Promise.reject(new TypeError('fetch failed')))
  assert.equal(await setUpPart({ folder, env, say: (line) => lines.push(line) }, terminal, 'meta'), 1)
  assert.match(lines[0] ?? '', /Not asked again: META_DATASET_ID, META_ACCESS_TOKEN\. To change one, delete/)
})

test('the step subscription stops if Calendly does not answer as it describes', async (t) => {
  const lines: string[] = []
  const env = { SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co', CALENDAR: 'calendly' }
  const world = {
    ...openWorld({ folder: '/nowhere', env, say: (line) => lines.push(line) }),
    store: () => {},
  }
  const { steps } = parts.calendar
  const subscription = (typeof steps === 'function' ? steps(world) : steps).filter(
    ({ name }) => name === 'subscription',
  )
  const owner = { resource: { uri: 'https://api.calendly.com/users/U', current_organization: 'O' } }
  let [user, list]: [object, object] = [owner, {}]
  t.mock.method(globalThis, 'fetch', async (url: string, { method }: RequestInit) => {
    const made = { resource: { uri: 'S', callback_url: url, state: 'active' } }
    return Response.json(url.endsWith('/users/me') ? user : method === 'GET' ? list : made)
  })
  for ([user, list] of [
    [{ uri: 'U' }, { collection: [] }],
    [owner, { items: [] }],
  ] as const) {
    lines.length = 0
    assert.equal(await runSteps(world, subscription, false), false)
    assert.match(lines.join('\n'), /STOP.* subscription .*Calendly answered in another form/)
  }
})

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { claim } from './claim.ts'
import { openDatabase } from './open-database.ts'
import { sampleLead } from './sample-lead.ts'
import { testOnEmpty } from './test-on-empty.ts'

const database = await openDatabase()
after(() => database.close())
const test = testOnEmpty(database)

async function accept(email: string, context: object = {}) {
  const key = crypto.randomUUID()
  await database.queryAs('service_role', 'select accept_lead($1, $2, $3)', [
    key,
    sampleLead({ email }),
    context,
  ])
  return key
}

const statuses = async (kind: string) =>
  (await database.query('select status from outbox where kind = $1 order by status', [kind])).map(
    ({ status }) => status,
  )

test('all spellings of one mailbox have one key, and other mailboxes have others', async () => {
  const keys: Record<string, string[]> = {
    'ada@example.org': ['ada@example.org', 'Ada@EXAMPLE.org', 'ada+1@example.org', 'ada+a+b@example.org'],
    'a.da@example.org': ['a.da@example.org'],
    'adalovelace@gmail.com': ['Ada.Lovelace@gmail.com', 'a.d.a.lovelace+x@googlemail.com'],
    '+1@example.org': ['+1@example.org'],
    'ada-x@example.org': ['ada-x@example.org'],
    'ada@mail.gmail.com': ['ada@mail.gmail.com'],
    'adalovelace@proton.me': [
      'Ada.Lovelace@proton.me',
      'ada-love_lace+x@protonmail.com',
      'a.d.a.lovelace@pm.me',
      'adalovelace@protonmail.ch',
    ],
    'ada@icloud.com': ['ada@me.com', 'Ada+x@mac.com'],
    'a.da@icloud.com': ['a.da@icloud.com'],
    '...@gmail.com': ['...@gmail.com'],
  }
  for (const [expected, spellings] of Object.entries(keys)) {
    for (const spelling of spellings) {
      const [row] = await database.query('select mailbox_key($1) as key', [spelling])
      assert.equal(row?.key, expected, spelling)
    }
  }
})

test('48 spellings of one mailbox are 48 people who owe one visitor email, to the address as typed', async () => {
  const spellings = Array.from({ length: 40 }, (_, index) => `Ada.Lovelace+${index}@gmail.com`)
  spellings.push(
    ...Array.from(
      { length: 8 },
      (_, index) => `adal${'.'.repeat(index % 2)}ovelace+d${index}@googlemail.com`,
    ),
  )
  for (const [index, email] of spellings.entries())
    await accept(email, { ip_hash: `${index % 10}`.repeat(64) })
  assert.equal((await database.query('select from leads')).length, 48)
  assert.equal((await statuses('visitor')).filter((status) => status === 'pending').length, 1)
  const claimed = await claim(database, 1000)
  const visitors = claimed.filter(({ kind }) => kind === 'visitor')
  assert.deepEqual(
    visitors.map(({ email }) => email),
    ['Ada.Lovelace+0@gmail.com'],
  )
})

test('spellings of one mailbox from one source are counted together', async () => {
  for (let index = 0; index < 7; index += 1) await accept(`ada+${index}@example.org`)
  assert.deepEqual(await statuses('owner'), [...Array(2).fill('held'), ...Array(5).fill('pending')])
})

test('requeued visitor emails of one mailbox become one, and none where it had one today', async () => {
  for (let index = 0; index < 3; index += 1) await accept(`ada+${index}@example.org`, { suspected_bot: true })
  await accept('bob@example.org')
  await accept('bob+1@example.org', { suspected_bot: true })
  const [requeued] = await database.query(`select desk.release_messages() - 'persons' - 'is_more' as answer`)
  assert.deepEqual(requeued?.answer, { done: 5, cancelled: 3 })
  assert.deepEqual(await statuses('visitor'), ['cancelled', 'cancelled', 'cancelled', 'pending', 'pending'])
  assert.deepEqual(new Set(await statuses('owner')), new Set(['pending']))
})

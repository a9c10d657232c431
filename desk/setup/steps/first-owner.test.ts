import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { firstOwner } from './first-owner.ts'

/** Nobody sits at the terminal. */
function openFor(t: TestContext, owners: object[]) {
  const env = {
    ...{ SUPABASE_URL: `https://${'a'.repeat(20)}.supabase.co`, DESK_URL: 'https://desk.example.com' },
    ...{ DESK_OWNER_NAME: "Ada O'Brien", DESK_OWNER_EMAIL: 'ada@example.com' },
  }
  const { runs, world } = openSupabaseWorld(t, env, (_, __, sql) =>
    sql.includes('from private.desk_members') ? owners : [],
  )
  const changes = () => runs.map(([, , sql]) => sql).filter((sql) => sql.includes('desk.add_member'))
  return { world, changes }
}

test('the first owner is added once, and stays to be pinned until somebody types the letters', async (t) => {
  const { world, changes } = openFor(t, [])
  assert.deepEqual(await firstOwner.look(world), {
    todo: "add Ada O'Brien, and pin the second factor of Ada O'Brien",
  })
  assert.match(await firstOwner.do(world), /^Added Ada O'Brien\. .* is not pinned yet\.$/)
  assert.deepEqual(changes(), ["select desk.add_member('Ada O''Brien', 'ada@example.com', 'owner')"])
  assert.match(
    world.stillToDo().join('\n'),
    /^Open https:\/\/desk\.example\.com, sign in as ada@example\.com, .* type the six letters/,
  )
})

test('an owner who is there is not added again', async (t) => {
  const owner = { name: 'Bob', address: 'bob@example.com', is_pinned: false }
  const { world, changes } = openFor(t, [owner])
  assert.deepEqual(await firstOwner.look(world), { todo: 'pin the second factor of Bob' })
  assert.equal(await firstOwner.do(world), 'The second factor of Bob is not pinned yet.')
  assert.match(world.stillToDo().join('\n'), /sign in as bob@example\.com/)
  assert.deepEqual(changes(), [])
  const pinned = openFor(t, [{ ...owner, is_pinned: true }])
  assert.deepEqual(await firstOwner.look(pinned.world), { done: 'Bob is an owner of the desk on the web.' })
})

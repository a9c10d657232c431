import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSupabaseWorld } from '../../../tests/setup/open-supabase-world.ts'
import { functionAddress } from './function-address.ts'

test('a database that was restored into another project gets the address of its own function', async (t) => {
  const [own, older] = ['a', 'b'].map((letter) => `https://${letter.repeat(20)}.supabase.co`)
  for (const stored of [undefined, older]) {
    let address = stored
    const { world } = openSupabaseWorld(t, { SUPABASE_URL: `${own}` }, (_, args, sql) => {
      if (!/vault\.(?:update|create)_secret/.test(sql)) return address ? [{ address }] : []
      assert.ok(!args.includes('--read-only'))
      address = /update_secret\(id, '([^']+)'/.exec(sql)?.[1]
      assert.equal(address, /create_secret\('([^']+)'/.exec(sql)?.[1])
      return []
    })
    assert.ok('todo' in (await functionAddress.look(world)))
    await functionAddress.do(world)
    assert.equal(address, own)
    assert.ok('done' in (await functionAddress.look(world)))
  }
})

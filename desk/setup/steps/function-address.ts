import type { Step } from '../step.ts'
import { change, needRef, readRowsAsOwner, refOf } from '../supabase.ts'

export const functionAddress: Step = {
  name: 'sweep',
  look: async (world) => {
    const ref = refOf(world)
    if (!ref) return { todo: 'tell the database where the function is, so that it can wake it' }
    const rows = await readRowsAsOwner(
      world,
      ref,
      `select decrypted_secret as address from vault.decrypted_secrets where name = 'project_url'`,
    )
    const isRight = rows[0]?.address === world.addressOf(ref)
    return isRight
      ? { done: 'The database knows the address of the function.' }
      : { todo: 'tell the database where the function is, so that it can wake it' }
  },
  do: async (world) => {
    const ref = needRef(world)
    const address = world.addressOf(ref)
    await change(
      world,
      ref,
      `do $$ begin
        if exists (select from vault.secrets where name = 'project_url') then
          perform vault.update_secret(id, '${address}') from vault.secrets where name = 'project_url';
        else
          perform vault.create_secret('${address}', 'project_url');
        end if;
      end $$`,
    )
    return 'The database calls the function at its address.'
  },
}

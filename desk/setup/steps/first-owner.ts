import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { change, needRef, readRowsAsOwner } from '../supabase.ts'
import type { World } from '../world.ts'

/**
 * Adds the operator as the first owner, waits for their sign-in, and pins their second factor. Until then the
 * desk shows nothing: whoever reads the mailbox could have made the factor.
 */
export const firstOwner: Step = {
  name: 'first owner',
  look: async (world) => {
    const owner = await findOwner(world)
    if (owner?.is_pinned) return { done: `${owner.name} is an owner of the desk on the web.` }
    return {
      todo: `${owner ? '' : `add ${nameOf(world)}, and `}pin the second factor of ${owner?.name ?? nameOf(world)}`,
    }
  },
  do: async (world) => {
    const ref = needRef(world)
    const found = await findOwner(world)
    if (!found)
      await change(
        world,
        ref,
        `select desk.add_member(${literal(nameOf(world))}, ${literal(world.get('DESK_OWNER_EMAIL') ?? '')}, 'owner')`,
      )
    const name = found?.name ?? nameOf(world)
    const todo = `Open ${world.get('DESK_URL')}, sign in as ${found?.address ?? world.get('DESK_OWNER_EMAIL')}, and set up the second factor.`
    if (!world.isAttended) {
      world.left(
        `${todo} Then run npm run setup -- desk at a terminal, and type the six letters that it shows.`,
      )
      return `${found ? '' : `Added ${name}. `}The second factor of ${name} is not pinned yet.`
    }
    world.wait(todo)
    await world.ask({
      variable: 'DESK_LETTERS',
      question: 'The six letters that the desk shows',
      why: 'The letters prove that the second factor is yours. Until you type them, the desk shows nothing.',
      isPassing: true,
      read: async (typed) => {
        if (!/^[a-z]{6}$/i.test(typed.replaceAll(/[^a-z]/gi, '')))
          throw new SetupError('Type the six letters.')
        const [row] = await readRowsAsOwner(
          world,
          ref,
          `select desk.pin_member(${literal(name)}, ${literal(typed)}) as is_pinned`,
        )
        if (!row?.is_pinned)
          throw new SetupError(
            'These are not the letters of that second factor. Look again, or set it up first.',
          )
        return typed
      },
    })
    return `Pinned the second factor of ${name}.`
  },
}

const nameOf = (world: World) => world.get('DESK_OWNER_NAME') ?? ''

async function findOwner(world: World) {
  const [owner] = await readRowsAsOwner(
    world,
    needRef(world),
    `select name, address, factor_id is not null as is_pinned
    from private.desk_members
    where role = 'owner' and removed_at is null
    order by factor_id nulls last, added_at
    limit 1`,
  )
  return owner as { name: string; address: string; is_pinned: boolean } | undefined
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

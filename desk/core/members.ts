import * as z from 'zod/mini'
import { DeskError, refuse } from './desk-error.ts'
import type { Desk } from './open-desk.ts'

/** The least first. */
export const roles = {
  reader: 'can see everything, but change nothing',
  colleague: 'can also take notes, call, send, correct, and record an opt-out',
  owner: 'can also export, erase, lift an opt-out, and change the settings',
} as const
export type Role = keyof typeof roles

const memberSchema = z.object({
  name: z.string(),
  address: z.string(),
  role: z.enum(['reader', 'colleague', 'owner']),
  state: z.enum(['removed', 'unpinned', 'pinned']),
  added_at: z.string(),
  removed_at: z.nullable(z.string()),
})
const membersSchema = z.object({
  members: z.array(memberSchema),
  logins: z.array(z.string()),
  has_owner: z.boolean(),
})

export type ListedMember = z.infer<typeof memberSchema>
/** Also the database logins that go around sign-in and log, and whether there is an owner. */
export type Members = z.infer<typeof membersSchema>

/** Throws a DeskError. */
export const readMembers = async (desk: Desk): Promise<Members> =>
  membersSchema.parse(await desk.call('list_members'))

const refusals: Record<string, string> = {
  P0002: 'Nothing was changed: there is no member with this name any more.',
  23505: 'Nobody was added: a member has this name or this address already.',
  23514:
    'Nobody was added: a name has up to 40 small letters, digits, dots and dashes, and an address has an @.',
  55000: 'Nothing was changed: the second factor is confirmed already. Reset it first.',
  '3F000': 'This database has no sign-in, so nobody can be confirmed here.',
}

/** Throws a DeskError that says why nothing was changed. */
async function change(desk: Desk, name: string, values: Record<string, string>) {
  return desk.call(name, values).catch((error) => {
    const said = error instanceof DeskError && refusals[error.code]
    if (said) refuse(said)
    throw error
  })
}

/** The member can sign in with a code that goes to this address. Throws a DeskError. */
export async function addMember(desk: Desk, member: { name: string; address: string; role: Role }) {
  await change(desk, 'add_member', member)
}

/** Ends the member's sessions. Returns whether an owner is left. Throws a DeskError. */
export const removeMember = async (desk: Desk, name: string): Promise<boolean> =>
  z.boolean().parse(await change(desk, 'remove_member', { name }))

/** Deletes the second factor and ends the member's sessions. Throws a DeskError. */
export async function resetMember(desk: Desk, name: string) {
  await change(desk, 'reset_member', { name })
}

/** Returns false if the member has no second factor with these letters. Throws a DeskError. */
export const pinMember = async (desk: Desk, name: string, letters: string): Promise<boolean> =>
  z.boolean().parse(await change(desk, 'pin_member', { name, letters }))

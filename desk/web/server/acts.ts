import { createHash, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import { arrayLiteral, type Desk } from '../../core/open-desk.ts'

/** A form with one button. */
export type Undo = { action: string; values: Record<string, string> }

/** What a form had that was not stored, so that it comes back. Several boxes can have one name. */
export type Typed = { action: string; values: Record<string, string | string[]> }

/** About one field: the values that the typed text could mean, by their words. */
export type FieldQuestion = { field: string; choices: [words: string, value: string][] }

/** What a page says once about an act. `again` is the address at which its outcome is seen after a while. */
export type Notice = {
  text: string
  undo?: Undo & { id: string }
  again?: string
  typed?: Typed
  asked?: FieldQuestion
}

const fields = z.record(z.string(), z.string())
const formSchema = z.object({ action: z.string(), values: fields })
const typedSchema = z.object({
  action: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})
const outcomeSchema = z.object({
  sentence: z.optional(z.string()),
  undo: z.optional(formSchema),
  isPending: z.optional(z.boolean()),
  typed: z.optional(typedSchema),
  asked: z.optional(z.object({ field: z.string(), choices: z.array(z.tuple([z.string(), z.string()])) })),
})
const actSchema = z.extend(outcomeSchema, { id: z.string() })
const openedSchema = z.object({
  has_keys: z.boolean(),
  told: z.nullable(z.extend(actSchema, { is_undone: z.boolean() })),
  undos: z.array(actSchema),
})
const begunSchema = z.object({ id: z.string(), is_first: z.boolean(), next: z.nullable(z.string()) })

export type StoredOutcome = z.infer<typeof outcomeSchema>

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The key under which `touched` means the people of an act, or ''. */
export const actOf = (touched: string) => (isId(touched) ? touched : '')

/** A digest of all that a form sends to an address. Each form has a key, so this identifies the press. */
export const pressOf = (address: string, form: Record<string, unknown>) =>
  createHash('sha256')
    .update(JSON.stringify([address, form.press ? form : randomUUID()]))
    .digest('hex')

const interval = 200
const patience = 100

/**
 * Returns the id of the new act. If the same was pressed before, waits until that act is done, and returns
 * where it led to, as `next`. Throws a DeskError.
 */
export async function beginAct(desk: Desk, press: string): Promise<{ id: string; next?: string }> {
  for (let tries = 0; ; tries += 1) {
    const { id, is_first: isFirst, next } = begunSchema.parse(await desk.call('begin_act', { press }))
    if (isFirst) return { id }
    if (next !== null) return { id, next }
    // The desk was stopped while it acted. The page shows what it had done.
    if (tries === patience) return { id, next: '/' }
    await setTimeout(interval)
  }
}

/** Throws a DeskError. */
export const endAct = (
  desk: Desk,
  act: string,
  { told, next, persons, undone }: { told: StoredOutcome; next: string; persons?: string[]; undone?: string },
) =>
  desk.call('end_act', {
    act,
    told,
    next,
    ...(persons && { persons: arrayLiteral(persons.filter(isId)) }),
    ...(undone && isId(undone) && { undone }),
  })

export const dropAct = (desk: Desk, act: string) => desk.call('drop_act', { act })

/** `undos` are earlier acts that can be undone, the newest first. */
export type Opened = {
  hasKeys: boolean
  notice?: Notice
  undos: { id: string; sentence: string; undo: Undo }[]
}

/**
 * What the page at the address `here` shows of acts. What the act `key` says is returned once. Throws a
 * DeskError.
 */
export async function openPage(desk: Desk, key = '', here = ''): Promise<Opened> {
  const notice = isId(key) ? key : null
  const opened = openedSchema.parse(await desk.call('open_page', { notice }))
  const { told } = opened
  return {
    hasKeys: opened.has_keys,
    ...(told && {
      notice: {
        text: told.sentence ?? '',
        ...(told.undo && !told.is_undone && { undo: { ...told.undo, id: told.id } }),
        ...(told.isPending && { again: here }),
        ...(told.typed && { typed: told.typed }),
        ...(told.asked && { asked: told.asked }),
      },
    }),
    undos: opened.undos.flatMap(({ id, sentence = '', undo }) => (undo ? [{ id, sentence, undo }] : [])),
  }
}

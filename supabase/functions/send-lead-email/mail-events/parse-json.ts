import type * as z from 'zod/mini'

/** Undefined if it is no JSON or does not match. */
export function parseJson<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

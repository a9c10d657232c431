import type * as z from 'zod/mini'

/** Undefined if the text is not JSON or does not match the schema. */
export function parseJson<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

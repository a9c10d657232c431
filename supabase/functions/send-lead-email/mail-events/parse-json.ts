import type * as z from 'zod/mini'

/** Parses JSON with a schema. Returns undefined if the text is not JSON or does not fit the schema. */
export function parseJson<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

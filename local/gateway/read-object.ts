import { createMiddleware } from 'hono/factory'

/**
 * JSON may be nested up to this depth. If JSON were nested deeper, the stack of the embedded database would overflow.
 */
const maxLevels = 100

type Env = { Variables: { values: Record<string, unknown> } }

/** Sets `values` to the JSON object in the body. Answers 400 to anything else. */
export const readObject = createMiddleware<Env>(async (context, next) => {
  const values = parseObject(await context.req.text())
  if (!values) return context.json({ code: 'PGRST102', message: 'Empty or invalid json' }, 400)
  context.set('values', values)
  return next()
})

/** Returns the JSON object in the text. If it is anything else or too deep, returns undefined. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text || '{}')
    const isObject = value && typeof value === 'object' && !Array.isArray(value)
    return isObject && !isDeeper(value, maxLevels) ? value : undefined
  } catch {
    return undefined
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

import { createMiddleware } from 'hono/factory'

/** Deeper JSON would overflow the embedded database's stack. */
const maxLevels = 100

type Env = { Variables: { values: Record<string, unknown> } }

/** Sets `values` to the body's JSON object. 400 for anything else. */
export const readObject = createMiddleware<Env>(async (context, next) => {
  const values = parseObject(await context.req.text())
  if (!values) return context.json({ code: 'PGRST102', message: 'Empty or invalid json' }, 400)
  context.set('values', values)
  return next()
})

/** Undefined for anything but a JSON object, or if it is too deep. */
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

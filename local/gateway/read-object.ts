import type { IncomingMessage } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'

const maxBytes = 1024 * 1024
/** Deeper values overflow the stack of the embedded database. */
const maxLevels = 100

type Env = { Bindings: HttpBindings; Variables: { values: Record<string, unknown> } }

/**
 * Sets `values` to the JSON object in the body; an empty body is one without members. Answers 413 above 1 MiB, and 400 to
 * anything else, or to an object deeper than 100 levels.
 */
export const readObject = createMiddleware<Env>(async (context, next) => {
  const values = parseObject(await readText(context.env.incoming))
  if (!values) return context.json({ code: 'PGRST102', message: 'Empty or invalid json' }, 400)
  context.set('values', values)
  return next()
})

// Read to its end, also when it is too large: a client that still sends would not see the answer.
async function readText(incoming: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of incoming) {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
  }
  if (bytes > maxBytes) throw new HTTPException(413, { message: 'Payload too large' })
  return Buffer.concat(chunks).toString('utf8')
}

function parseObject(text: string): Record<string, unknown> | undefined {
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

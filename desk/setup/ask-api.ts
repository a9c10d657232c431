import type * as z from 'zod/mini'
import { SetupError } from './setup-error.ts'
import type { World } from './world.ts'

export type Api = {
  name: string
  url: string
  token: string | undefined
  /** What to do, by status. */
  refusals: Record<number, string>
}

/**
 * The token is not kept. `call` is a method and a path. Without a schema, the answer is ignored. Throws a
 * SetupError if the API does not answer, refuses or answers in another form.
 */
export async function askApi<Schema extends z.ZodMiniType>(
  world: World,
  { name, url, token, refusals }: Api,
  schema: Schema | undefined,
  call: string,
  body?: object,
): Promise<z.infer<Schema>> {
  const [method, path = ''] = call.split(' ')
  const answer = await fetch(url + path, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new SetupError(`${name} does not answer. → Run it again in a few minutes`)
  })
  const text = await answer.text().catch(() => '')
  if (!answer.ok) {
    const said = answer.status < 500 ? world.mask(messageIn(text)) : ''
    const remedy =
      refusals[answer.status] ?? `${name} answered ${answer.status}. → Run it again in a few minutes`
    throw new SetupError(said ? `${remedy}\n    ${said}` : remedy)
  }
  try {
    return (schema ? schema.parse(JSON.parse(text)) : undefined) as z.infer<Schema>
  } catch {
    throw new SetupError(`${name} answered in another form than its version of November 2026 does.`)
  }
}

/** In {"message"}, which may be a list. */
function messageIn(text: string): string {
  try {
    return [JSON.parse(text).message ?? ''].flat().join(', ').slice(0, 300)
  } catch {
    return ''
  }
}

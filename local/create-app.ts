import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Answers with the message of an HTTPException. Any other error is a 500 without one. */
export function createApp() {
  const app = new Hono()
  app.notFound((context) => context.json({ message: 'Not found' }, 404))
  app.onError((error, context) => {
    const shown =
      error instanceof HTTPException ? error : new HTTPException(500, { message: 'Internal error' })
    // Any other message may contain personal data.
    const cause = error === shown ? error.message : ((error as { code?: string }).code ?? error.name)
    console.error(`${context.req.method} ${context.req.path} failed: ${cause}`)
    return context.json({ message: shown.message }, shown.status)
  })
  return app
}

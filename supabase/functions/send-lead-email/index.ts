import { createAdminClient, verifyAuth } from '@supabase/server/core'
import type { Database } from './database.ts'
import { openLeadDatabase } from './database.ts'
import { createDeliver } from './deliver.ts'
import { errorResponse } from './error-response.ts'
import { createHandler } from './handler.ts'
import { composeMail } from './mail/compose.ts'
import { parseSettings, settingNames } from './settings.ts'
import { createSmtpSend } from './smtp.ts'

declare const EdgeRuntime: { waitUntil: (task: Promise<unknown>) => void }

const { smtp, from, owner, watchUrl } = parseSettings(
  Object.fromEntries(settingNames.map((name) => [name, Deno.env.get(name)])),
)

// The runtime announces that it will end this process. The next sweep sends what is still due.
// https://supabase.com/docs/guides/functions/background-tasks
const ending = new AbortController()
addEventListener('beforeunload', () => ending.abort())

const send = createSmtpSend({ server: smtp, from, owner, compose: composeMail(watchUrl) })
const handle = createHandler({
  deliver: createDeliver(send, { ending: ending.signal }),
  background: (task) => EdgeRuntime.waitUntil(task),
})

// One client for all requests: the usual wrapper, withSupabase, creates two for each, half of a request's cost here.
const database = openLeadDatabase(createAdminClient<Database>())

export default {
  async fetch(request: Request): Promise<Response> {
    const { error } = await verifyAuth(request, { auth: 'secret:*' })
    return error ? errorResponse('unauthorized') : await handle(request, database)
  },
}

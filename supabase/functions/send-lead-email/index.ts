import { createAdminClient, verifyAuth } from '@supabase/server/core'
import type { Database } from './database.ts'
import { openLeadDatabase } from './database.ts'
import { createDeliver } from './deliver.ts'
import { createHandler } from './handler.ts'
import { composeMail } from './mail/compose.ts'
import { parseSettings, settingNames } from './settings.ts'
import { createSmtpSend } from './smtp.ts'

declare const EdgeRuntime: { waitUntil: (task: Promise<unknown>) => void }

const { smtp, from, owner, watchUrl } = parseSettings(
  Object.fromEntries(settingNames.map((name) => [name, Deno.env.get(name)])),
)

// The runtime says so before it ends this process; what is still due is the next sweep's.
// https://supabase.com/docs/guides/functions/background-tasks
const ending = new AbortController()
addEventListener('beforeunload', () => ending.abort())

const send = createSmtpSend({ server: smtp, from, owner, compose: composeMail(watchUrl) })
const handle = createHandler({
  deliver: createDeliver(send, { ending: ending.signal }),
  background: (task) => EdgeRuntime.waitUntil(task),
})

// One for all requests: withSupabase would make two clients for each, which is half of what a request costs here.
const database = openLeadDatabase(createAdminClient<Database>())

export default {
  async fetch(request: Request): Promise<Response> {
    const { error } = await verifyAuth(request, { auth: 'secret:*' })
    if (!error) return await handle(request, database)
    return Response.json({ code: error.code, message: error.message }, { status: error.status })
  },
}

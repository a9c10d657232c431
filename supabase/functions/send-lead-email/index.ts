import { withSupabase } from '@supabase/server'
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

const handle = createHandler({
  deliver: createDeliver(createSmtpSend({ server: smtp, from, owner, compose: composeMail(watchUrl) })),
  background: (task) => EdgeRuntime.waitUntil(task),
})

export default {
  fetch: withSupabase<Database>(
    { auth: 'secret:*', cors: 'disabled', errors: { detailed: false } },
    (request, { supabaseAdmin }) => handle(request, openLeadDatabase(supabaseAdmin)),
  ),
}

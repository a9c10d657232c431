import { createAdminClient, resolveEnv, verifyAuth } from '@supabase/server/core'
import { adConsentVersions } from '../../../site/consent-texts.ts'
import { createAdDeliver } from './ads/deliver.ts'
import { createBookingReaders } from './bookings/readers.ts'
import { type LeadDatabase, openLeadDatabase } from './database.ts'
import { atOnce, createDeliver } from './deliver.ts'
import { errorResponse } from './error-response.ts'
import { createHandler, hasOwnProof } from './handler.ts'
import { createHealthCheck } from './health-check.ts'
import { log } from './log.ts'
import { composeMail } from './mail/compose.ts'
import { createReaders } from './mail-events/readers.ts'
import { readSettings, settingNames } from './settings.ts'
import { createPost, createSmtpSend } from './smtp.ts'
import { createSmtpTransport } from './smtp-transport.ts'
import { createTwilioReader } from './texts/twilio.ts'
import { createWebhookDeliver } from './webhook/deliver.ts'

declare const EdgeRuntime: { waitUntil: (task: Promise<unknown>) => void }

const settings = readSettings(Object.fromEntries(settingNames.map((name) => [name, Deno.env.get(name)])))
const {
  mail,
  server,
  faults,
  webhook,
  isWanted,
  meta,
  areAdsWanted,
  functionsUrl,
  twilioAuthToken,
  reportSecret,
  reporters,
  calendars,
} = settings
for (const { variable, fault } of faults) log('error', 'wrong_setting', { variable, fault })

// Sent before the process ends: https://supabase.com/docs/guides/functions/background-tasks
const endingProcess = new AbortController()
addEventListener('beforeunload', () => endingProcess.abort())
const ending = endingProcess.signal

const transport = server && createSmtpTransport(server)
const post = mail && transport && createPost({ ...mail, transport, compose: composeMail(mail) })
const send = post && createSmtpSend(post)
const handle = createHandler({
  deliver: send && createDeliver((database, scope) => database.claimMails(atOnce, scope), send, { ending }),
  deliverWebhooks: webhook && createWebhookDeliver(webhook, { ending }),
  deliverAds: meta && createAdDeliver(meta, { ending }),
  adConsents: areAdsWanted ? adConsentVersions : null,
  isWebhookWanted: isWanted,
  texts: new Map(twilioAuthToken ? [['twilio', createTwilioReader(twilioAuthToken)]] : []),
  mailEvents: createReaders(reporters),
  bookings: createBookingReaders(calendars),
  address: `${functionsUrl}/send-lead-email`,
  faults,
  checkHealth: createHealthCheck({ settings, transport, post }),
  background: (task) => EdgeRuntime.waitUntil(task),
})

// A project with only legacy keys has no secret key. Then the latest request's key is used, because older
// ones may be deleted.
let [keyName] = Object.keys(resolveEnv().data?.secretKeys ?? {})

const databases = new Map<string, LeadDatabase>()

/** withSupabase would create two clients a request. */
function databaseBy(keyName: string): LeadDatabase {
  const database =
    databases.get(keyName) ?? openLeadDatabase(createAdminClient({ auth: { keyName } }), reportSecret)
  databases.set(keyName, database)
  return database
}

export default {
  async fetch(request: Request): Promise<Response> {
    if (!keyName) {
      const remedy = 'create a secret key under API keys in the dashboard, then deploy the function again'
      const fault = 'holds no secret key'
      log('error', 'not_configured', { variable: 'SUPABASE_SECRET_KEYS', fault, remedy })
      return errorResponse('unavailable')
    }
    if (!hasOwnProof(request)) {
      const { data: caller } = await verifyAuth(request, { auth: 'secret:*' })
      if (!caller?.keyName) return errorResponse('unauthorized')
      keyName = caller.keyName
    }
    return await handle(request, databaseBy(keyName))
  },
}

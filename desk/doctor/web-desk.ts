import * as z from 'zod/mini'
import { ask } from './ask.ts'
import { judge, type Result, unseen } from './result.ts'
import type { Target } from './target.ts'

/** Auth's public settings (supabase/auth 078c3a8a, internal/api/settings.go). */
const settingsSchema = z.object({
  external: z.object({ email: z.boolean(), anonymous_users: z.boolean(), phone: z.boolean() }),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})

const again = 'Run npm run setup -- desk, which sets them again'

/**
 * It answers, none of its pages may be listed or kept, and Auth still demands a code by email. No result
 * without a DESK_URL.
 */
export async function checkWebDesk({ variables, supabaseUrl }: Target): Promise<Result[]> {
  const { DESK_URL, SUPABASE_PUBLISHABLE_KEY } = variables
  if (!DESK_URL) return []
  const [page, settings] = await Promise.all([
    ask(DESK_URL, { redirect: 'follow' }),
    ask(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: SUPABASE_PUBLISHABLE_KEY ?? '' } }),
  ])
  const kept = page.headers.get('cache-control') ?? ''
  return [
    ...judge(
      'desk on the web',
      `${new URL(DESK_URL).host} asks who signs in.`,
      page.status !== 200
        ? `${DESK_URL} answered ${page.status}. → Run npm run setup -- desk, or look at the server on which it runs`
        : !/name="address"/.test(page.text)
          ? `${DESK_URL} does not ask who signs in. → Look at what is served there`
          : !/no-store/.test(kept) &&
            `The desk at ${DESK_URL} comes without no-store. → Let no proxy or CDN change its headers`,
    ),
    ...checkSettings(settings.status, settings.text),
  ]
}

function checkSettings(status: number | string, text: string): Result[] {
  const settings = status === 200 ? settingsSchema.safeParse(parse(text)).data : undefined
  if (!settings)
    return unseen('sign-in', `Auth did not tell its settings (${status}).`, 'Run the doctor again later')
  const { external, disable_signup, mailer_autoconfirm } = settings
  return judge(
    'sign-in',
    'Members alone sign in, with a code by email.',
    mailer_autoconfirm && `Auth takes an email address without a code. → ${again}`,
    external.anonymous_users && `Auth takes visitors without a name as users. → ${again}`,
    external.phone && `Auth takes phone numbers as users. → ${again}`,
    (!external.email || disable_signup) && `Auth sends no code to a new member. → ${again}`,
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import * as z from 'zod/mini'
import { authSettings } from '../../../machine/auth-settings.ts'
import { signInMail } from '../../../site/sign-in-mail.ts'
import { mailFrom } from '../../../supabase/functions/send-lead-email/mail-from.ts'
import { askManagement } from '../management-api.ts'
import { SetupError } from '../setup-error.ts'
import type { Step } from '../step.ts'
import { needRef, readRowsAsOwner } from '../supabase.ts'
import type { World } from '../world.ts'

/** Auth asks it before it makes a user. */
const hook = 'pg-functions://postgres/public/admit_member'

const configSchema = z.record(z.string(), z.unknown())
type Config = z.infer<typeof configSchema>

const readConfig = (world: World): Promise<Config> =>
  askManagement(world, configSchema, 'GET /v1/projects/:ref/config/auth')

/**
 * How members sign in at Supabase Auth: a code by the operator's own mail server, a second factor, and
 * members only. Sends only these fields: `supabase config push` would send the whole section, with defaults
 * that let anybody sign up (supabase/cli 1d1e7191, config.go, mergeDefaultValues).
 */
export const signIn: Step = {
  name: 'sign-in',
  look: async (world) => {
    const config = await readConfig(world)
    await refuseOthers(world, config)
    const wrong = differing(world, config)
    // Supabase never shows the mail server's password, so it is sent each time.
    return { todo: wrong.length > 0 ? `set ${wrong.join(', ')}` : 'send the login of your mail server' }
  },
  do: async (world) => {
    await askManagement(world, configSchema, 'PATCH /v1/projects/:ref/config/auth', {
      ...wanted(world),
      smtp_pass: mailServer(world).password,
    })
    const wrong = differing(world, await readConfig(world))
    if (wrong.length > 0)
      throw new SetupError(
        `Supabase took the settings of sign-in but keeps other values of ${wrong.join(', ')}. → Look at Authentication in the dashboard, then run this again`,
      )
    return 'Members sign in by a code by email, through your mail server. Nobody else can.'
  },
}

/** Throws a SetupError if another application uses this project's sign-in. */
async function refuseOthers(world: World, config: Config): Promise<void> {
  if (config.hook_before_user_created_enabled && config.hook_before_user_created_uri !== hook)
    throw new SetupError(
      'The project has another hook before a user is created (Authentication, Hooks). The desk on the web needs a project whose users are its members alone.',
    )
  const [users] = await readRowsAsOwner(
    world,
    needRef(world),
    `select count(*)::integer as others
    from auth.users
    where not exists (
      select from private.desk_members where address = lower(users.email))`,
  )
  if (users?.others !== 0)
    throw new SetupError(
      `The project has ${users?.others} users who are no members of the desk. Their sign-in would change. The desk on the web needs a project whose users are its members alone.`,
    )
}

/** By name. Null may be empty or off (supabase/cli 1d1e7191, pkg/config/auth.go, ValOrDefault). */
const differing = (world: World, config: Config) =>
  Object.entries(wanted(world))
    .filter(([name, value]) => (config[name] ?? emptyLike(value)) !== value)
    .map(([name]) => name)

const emptyLike = (value: unknown) => ({ string: '', boolean: false })[typeof value as string]

function mailServer(world: World) {
  const url = URL.parse(world.get('SMTP_URL') ?? '')
  if (!url) throw new SetupError('SMTP_URL is not set. Run npm run setup')
  return {
    host: url.hostname,
    port: url.port || (url.protocol === 'smtps:' ? '465' : '2525'),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

function wanted(world: World) {
  const { host, port, user } = mailServer(world)
  const { name, address } = mailFrom.parse(world.get('MAIL_FROM') ?? '')
  return {
    ...authSettings,
    external_email_enabled: true,
    external_phone_enabled: false,
    external_anonymous_users_enabled: false,
    disable_signup: false,
    mailer_autoconfirm: false,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    smtp_host: host,
    smtp_port: port,
    smtp_user: user,
    smtp_admin_email: address,
    smtp_sender_name: name,
    // A member's first email confirms; later ones are magic links.
    mailer_subjects_confirmation: signInMail.subject,
    mailer_templates_confirmation_content: signInMail.body,
    mailer_subjects_magic_link: signInMail.subject,
    mailer_templates_magic_link_content: signInMail.body,
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: hook,
    site_url: world.get('DESK_URL') ?? '',
    uri_allow_list: '',
  }
}

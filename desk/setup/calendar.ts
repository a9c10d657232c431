import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import type { Question } from './ask.ts'
import { askApi } from './ask-api.ts'
import { SetupError } from './setup-error.ts'
import type { Step } from './step.ts'
import { functionSecrets } from './steps/function-secrets.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { needRef } from './supabase.ts'
import type { CalendlyCall } from './vendor-calls.ts'
import type { World } from './world.ts'

/** By what the operator types. */
const calendars = {
  calendly: { path: 'calendly', secret: 'CALENDLY_SIGNING_KEY' },
  'cal.com': { path: 'calcom', secret: 'CALCOM_WEBHOOK_SECRET' },
} as const

const calendarQuestion: Question = {
  variable: 'CALENDAR',
  question: `The calendar in which visitors book (${Object.keys(calendars).join(', ')})`,
  why: 'The desk then shows which of your leads booked a call.',
  read: (typed) => {
    if (!Object.hasOwn(calendars, typed.toLowerCase()))
      throw new SetupError('Type calendly or cal.com. No other calendar can report here.')
    return typed.toLowerCase()
  },
}

const tokenQuestion: Question = {
  variable: 'CALENDLY_TOKEN',
  question: 'A personal access token of Calendly (Integrations, API and webhooks)',
  why: 'It makes the subscription, which nobody can click, and is not kept. Delete it afterwards.',
  isSecret: true,
  isPassing: true,
  read: (typed) => {
    if (!/^[\w.-]{20,}$/.test(typed))
      throw new SetupError('This is not a token. Calendly shows it once, when you make it. It is long.')
    return typed
  },
}

const calendarOf = (world: World) => {
  const name = world.get('CALENDAR') ?? ''
  return Object.hasOwn(calendars, name) ? calendars[name as keyof typeof calendars] : undefined
}

const addressOf = (world: World) =>
  `https://${needRef(world)}.supabase.co/functions/v1/send-lead-email/bookings/${calendarOf(world)?.path}`

const calendarSecret: Step = {
  name: 'calendar secret',
  look: async (world) => {
    const name = calendarOf(world)?.secret ?? ''
    return world.get(name) ? { done: `${name} is chosen.` } : { todo: `choose ${name}` }
  },
  do: async (world) => {
    const name = calendarOf(world)?.secret ?? ''
    world.store({ [name]: randomBytes(32).toString('hex') })
    return `Chose ${name}.`
  },
}

const events = ['invitee.created', 'invitee.canceled', 'invitee_no_show.created', 'invitee_no_show.deleted']

const userSchema = z.object({ resource: z.object({ uri: z.string(), current_organization: z.string() }) })
const subscriptionSchema = z.object({ uri: z.string(), callback_url: z.string(), state: z.string() })
const listSchema = z.object({ collection: z.array(subscriptionSchema) })
const madeSchema = z.object({ resource: subscriptionSchema })

const refusals: Record<number, string> = {
  401: 'Calendly does not know the token. → Make another token (Integrations, API and webhooks)',
  403: 'The token lacks the rights. → Make one with the scopes users:read, scheduled_events:read, webhooks:read and webhooks:write',
}

/** Throws a SetupError if it refuses or answers in another form. `id` takes the place of :id. */
const askCalendly = <Schema extends z.ZodMiniType>(
  world: World,
  schema: Schema | undefined,
  call: CalendlyCall,
  { id = '', query = '', body }: { id?: string; query?: string; body?: object } = {},
) =>
  askApi(
    world,
    { name: 'Calendly', url: 'https://api.calendly.com', token: world.get('CALENDLY_TOKEN'), refusals },
    schema,
    call.replace(':id', id) + query,
    body,
  )

/** The token's owner, and their subscriptions that lead to this project. */
async function findSubscriptions(world: World) {
  const { resource: user } = await askCalendly(world, userSchema, 'GET /users/me')
  const owner = { organization: user.current_organization, user: user.uri, scope: 'user' }
  const { collection } = await askCalendly(world, listSchema, 'GET /webhook_subscriptions', {
    query: `?${new URLSearchParams({ ...owner, count: '100' })}`,
  })
  const url = addressOf(world)
  return { owner, url, own: collection.filter(({ callback_url }) => callback_url === url) }
}

/**
 * Subscribes at Calendly with our key. Replaces a subscription that is disabled or has an unknown key: two
 * cannot share an address.
 */
const calendlySubscription: Step = {
  name: 'subscription',
  look: async (world) => {
    if (world.get('CALENDAR') !== 'calendly') return { done: 'You enter it yourself.' }
    const { own } = await findSubscriptions(world)
    const made = own.find(({ uri }) => uri === world.get('CALENDLY_SUBSCRIPTION'))
    return made?.state === 'active'
      ? { done: 'Calendly tells the function.' }
      : { todo: 'make the subscription of Calendly' }
  },
  do: async (world) => {
    const { owner, url, own } = await findSubscriptions(world)
    for (const { uri } of own)
      await askCalendly(world, undefined, 'DELETE /webhook_subscriptions/:id', { id: uri.split('/').at(-1) })
    const { resource } = await askCalendly(world, madeSchema, 'POST /webhook_subscriptions', {
      body: { url, events, ...owner, signing_key: world.get('CALENDLY_SIGNING_KEY') },
    })
    world.store({ CALENDLY_SUBSCRIPTION: resource.uri })
    return 'Calendly tells the function from now on.'
  },
}

/** Visitors book in it. */
export const calendarPart = {
  questions: (world: World) => [
    calendarQuestion,
    ...(world.get('CALENDAR') === 'calendly' ? [tokenQuestion] : []),
  ],
  steps: [calendarSecret, supabaseLogin, supabaseProject, functionSecrets, calendlySubscription],
  left: (world: World) => [
    ...(world.get('CALENDAR') === 'calendly'
      ? ['Delete the token at Calendly. Nothing needs it any more.']
      : [
          `At Cal.com, open Settings, Developer, Webhooks. Enter ${addressOf(world)}, and as the secret CALCOM_WEBHOOK_SECRET of operator.env. Choose the events booking created, rescheduled, cancelled, rejected, requested and no-show updated. Leave the custom template off.`,
        ]),
    'Write the address of your calendar as href into site/next-step.ts, if it is not there yet, and deploy.',
    'Submit the form, book a call by the link below the video, and look at your page at the desk. Then cancel it.',
  ],
}

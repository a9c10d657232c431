import type * as z from 'zod/mini'
import type { Question } from './ask.ts'
import { askApi } from './ask-api.ts'
import { SetupError } from './setup-error.ts'
import { needRef } from './supabase.ts'
import type { ManagementCall } from './vendor-calls.ts'
import type { World } from './world.ts'

/** The Supabase CLI has no command for these calls and shows no token. */
export const tokenQuestion: Question = {
  variable: 'SUPABASE_ACCESS_TOKEN',
  question: 'An access token of Supabase (https://supabase.com/dashboard/account/tokens)',
  why: 'It sets how members sign in, for which the Supabase program has no command, and is not kept. Delete it afterwards.',
  isSecret: true,
  isPassing: true,
  read: (typed) => {
    if (!/^sbp_\w{40,}$/.test(typed)) throw new SetupError('This is not a token, which begins with sbp_.')
    return typed
  },
}

const refusals: Record<number, string> = {
  401: 'Supabase does not know the token. → Make another one',
  403: 'The token lacks the rights. → Make one with auth_config_read and auth_config_write, or one without limits',
  404: 'The login of the token cannot see this project. → Make the token with the login that made the project',
}

/** Throws a SetupError if the API refuses or answers in another form. */
export const askManagement = <Schema extends z.ZodMiniType>(
  world: World,
  schema: Schema,
  call: ManagementCall,
  body?: object,
) =>
  askApi(
    world,
    { name: 'Supabase', url: world.managementApi, token: world.get(tokenQuestion.variable), refusals },
    schema,
    call.replace(':ref', needRef(world)),
    body,
  )

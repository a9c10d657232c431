import type { Question } from './ask.ts'
import { theDesk } from './hosted.ts'
import { tokenQuestion } from './management-api.ts'
import { readOwner } from './questions.ts'
import { isOwnServer } from './setup.ts'
import { SetupError } from './setup-error.ts'
import { deployment } from './steps/deployment.ts'
import { deskKeys } from './steps/desk-keys.ts'
import { domain } from './steps/domain.ts'
import { firstOwner } from './steps/first-owner.ts'
import { schema } from './steps/schema.ts'
import { signIn } from './steps/sign-in.ts'
import { supabaseLogin } from './steps/supabase-login.ts'
import { supabaseProject } from './steps/supabase-project.ts'
import { vercelLogin } from './steps/vercel-login.ts'
import { vercelProject } from './steps/vercel-project.ts'
import { vercelVariables } from './steps/vercel-variables.ts'
import type { World } from './world.ts'

const questions = (world: World): Question[] => [
  {
    variable: 'DESK_URL',
    question: 'The address of the desk',
    why: 'Members open it in the browser. It needs a host name of its own, beside that of the page.',
    fallback: `https://desk.${URL.parse(world.get('SITE_URL') ?? '')?.hostname.replace(/^www\./, '') ?? ''}`,
    read: (typed) => {
      const url = URL.parse(/^https?:/i.test(typed) ? typed : `https://${typed}`)
      if (!url?.hostname.includes('.')) throw new SetupError('This is not an address.')
      if (url.protocol !== 'https:') throw new SetupError('It must be https, because members sign in there.')
      if (url.host === URL.parse(world.get('SITE_URL') ?? '')?.host)
        throw new SetupError('This is the address of the page. The desk needs one of its own.')
      return url.origin
    },
  },
  {
    variable: 'DESK_OWNER_NAME',
    question: 'Your name at the desk, such as ada',
    why: 'The log and each note show it. You are the first owner.',
    read: (typed) => {
      const name = typed.toLowerCase()
      if (!/^[a-z0-9][a-z0-9._-]{0,39}$/.test(name))
        throw new SetupError('Take up to 40 letters, digits, dots and hyphens.')
      return name
    },
  },
  {
    variable: 'DESK_OWNER_EMAIL',
    question: 'The email address with which you sign in',
    why: 'Each sign-in sends a code there.',
    fallback: world.get('OWNER_EMAIL')?.split(/\s*,\s*/)[0],
    read: (typed) => {
      if (typed.includes(',')) throw new SetupError('One address, please.')
      return readOwner(typed).toLowerCase()
    },
  },
  tokenQuestion,
]

export const deskPart = {
  questions,
  steps: (world: World) => [
    ...[supabaseLogin, supabaseProject, schema, signIn, deskKeys],
    ...(isOwnServer(world)
      ? []
      : [vercelLogin, ...[vercelProject, vercelVariables, domain, deployment].map((step) => step(theDesk))]),
    firstOwner,
  ],
  left: (world: World) => [
    'Delete the access token at Supabase. Nothing needs it any more.',
    ...(isOwnServer(world)
      ? [
          `On your server, start npm run desk -- --web with DESK_URL, SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY and DESK_TRY_KEY of operator.env, behind HTTPS (docs/hosting.md).`,
        ]
      : []),
    'Add the others on the page Members of the desk on this machine (npm run desk).',
  ],
}

import type { Context } from 'hono'
import type { SignInSteps } from '../pages/sign-in/view.tsx'
import type { Interface } from './page.ts'
import { replyView } from './reply-view.ts'

const titles: Record<keyof SignInSteps, string> = {
  address: 'Sign in to the desk',
  code: 'Enter the code',
  begin: 'Your second factor',
  enrol: 'Your second factor',
  factor: 'Your second factor',
  waiting: 'One call, and you are in',
  again: 'Once more, please',
  signOut: 'Sign out',
  told: 'The desk',
}

/** Says nothing of the desk itself. */
export const replyStep = <Step extends keyof SignInSteps>(
  context: Context,
  ui: Interface,
  step: Step,
  props: SignInSteps[Step],
  status: 200 | 400 | 401 | 403 = 200,
) => {
  const { place: _place, member: _member, ...bare } = ui
  return replyView(
    context,
    bare,
    { page: ui.signIn[step], props, shell: { title: titles[step], links: [], isAlone: true } },
    status,
  )
}

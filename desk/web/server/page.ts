import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { Desk } from '../../core/open-desk.ts'
import type { Variables } from '../../doctor/target.ts'
import type { MessageProps } from '../pages/message/view.tsx'
import type { SignInSteps } from '../pages/sign-in/view.tsx'
import type { Icon } from '../parts/icon.ts'
import type { Attention } from './attention.ts'
import type { Member } from './member.ts'
import type { Place } from './place.ts'
import type { Drawing, render } from './render.tsx'

/** With a page, a file, or after a form. */
type Handler<Props> = (app: App<Props>, context: Context) => Response | Promise<Response>

export type Page<Props> = {
  /** In the navigation, and the heading unless the page reads another one. */
  name: string
  path: string
  /** Missing for a page `under` another one in the navigation. */
  icon?: Icon
  under?: string
  /** Members who may not call this function of the desk get no link to the page. */
  call?: string
  /** How many people wait on it for the operator. */
  waiting?: (attention: Attention) => number
  show: Handler<Props>
  View: (props: Props) => ReactNode
  /** What answers a form, a download, or another address. */
  posts?: Record<string, Handler<NoInfer<Props>>>
  downloads?: Record<string, Handler<NoInfer<Props>>>
  gets?: Record<string, Handler<NoInfer<Props>>>
}

export type App<Props = never> = {
  desk: Desk
  ui: Interface
  variables: Variables
  page: Pick<Page<Props>, 'name' | 'path' | 'under' | 'View'>
}

// Each page has props of its own.
// biome-ignore lint/suspicious/noExplicitAny: `page` in desk/web/pages.tsx has checked them
export type AnyPage = Page<any>

/** The pages and what draws them. Files are by path. The pages show the place. */
export type Interface = {
  pages: Record<string, AnyPage>
  message: Drawing<MessageProps>['page']
  signIn: { [Step in keyof SignInSteps]: Drawing<SignInSteps[Step]>['page'] }
  render: typeof render
  files: Map<string, Uint8Array<ArrayBuffer>>
  /** Runs before a page is shown. */
  earlyScript: string
  script: string
  styles: string
  place?: Place
  member?: Member
}

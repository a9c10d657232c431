import type { ComponentProps } from 'react'
import { CallsPage } from '../pages/calls/view.tsx'
import { Erase } from '../pages/erase/view.tsx'
import { Exports } from '../pages/exports/view.tsx'
import { Funnel } from '../pages/funnel/view.tsx'
import { Leads } from '../pages/leads/view.tsx'
import { Mails } from '../pages/mails/view.tsx'
import { Message } from '../pages/message/view.tsx'
import { Overview } from '../pages/overview/view.tsx'
import { Person } from '../pages/person/view.tsx'
import { Settings } from '../pages/settings/view.tsx'
import { Texting } from '../pages/texting/view.tsx'
import { Variants } from '../pages/variants/view.tsx'

/** The desk's pages by name. Each page is a function of its props, which stay on the server. */
export const pages = {
  calls: CallsPage,
  exports: Exports,
  erase: Erase,
  funnel: Funnel,
  leads: Leads,
  mails: Mails,
  message: Message,
  overview: Overview,
  person: Person,
  settings: Settings,
  texting: Texting,
  variants: Variants,
}

export type PageName = keyof typeof pages
export type PageProps<Name extends PageName> = ComponentProps<(typeof pages)[Name]>

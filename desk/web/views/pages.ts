import type { ComponentProps } from 'react'
import { Exports } from './exports.tsx'
import { Failures } from './failures.tsx'
import { Forget } from './forget.tsx'
import { Funnel } from './funnel.tsx'
import { Leads } from './leads.tsx'
import { Message } from './message.tsx'
import { Overview } from './overview.tsx'
import { Person } from './person.tsx'
import { Settings } from './settings.tsx'
import { Texting } from './texting.tsx'
import { Variants } from './variants.tsx'

/**
 * The desk's pages by name. Each page is a function of its props. The browser uses the same function to hydrate the
 * page.
 */
export const pages = {
  exports: Exports,
  failures: Failures,
  forget: Forget,
  funnel: Funnel,
  leads: Leads,
  message: Message,
  overview: Overview,
  person: Person,
  settings: Settings,
  texting: Texting,
  variants: Variants,
}

export type PageName = keyof typeof pages
export type PageProps<Name extends PageName> = ComponentProps<(typeof pages)[Name]>

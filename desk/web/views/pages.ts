import type { ComponentProps } from 'react'
import { Overview } from './overview.tsx'

/** The desk's pages by name. Each is a function of its props, and the browser takes over the same one. */
export const pages = { overview: Overview }

export type PageName = keyof typeof pages
export type PageProps<Name extends PageName> = ComponentProps<(typeof pages)[Name]>

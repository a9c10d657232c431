import type { ComponentType } from 'react'
import { Shell, type ShellProps } from '../parts/shell.tsx'
import { type PageName, type PageProps, pages } from './pages.tsx'

/** All that a page shows. */
export type DeskProps<Name extends PageName = PageName> = {
  page: Name
  props: PageProps<Name>
  shell: ShellProps
}

/** A page inside the frame that all pages share. */
export function Desk<Name extends PageName>({ page, props, shell }: DeskProps<Name>) {
  // The type DeskProps makes sure that a page gets its own props.
  const Page = pages[page] as ComponentType<object>
  return (
    <Shell {...shell}>
      <Page {...props} />
    </Shell>
  )
}

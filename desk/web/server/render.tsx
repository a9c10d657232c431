import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Calls } from '../parts/may.tsx'
import { Shell, type ShellProps } from '../parts/shell.tsx'

export type Drawing<Props> = { page: { View: (props: Props) => ReactNode }; props: Props; shell: ShellProps }

/** The browser hydrates only its islands. */
export const render = <Props extends object>({ page: { View }, props, shell }: Drawing<Props>) =>
  renderToStaticMarkup(
    <Calls value={shell.member?.calls}>
      <Shell {...shell}>
        <View {...props} />
      </Shell>
    </Calls>,
  )

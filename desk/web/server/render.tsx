import { renderToString } from 'react-dom/server'
import { Desk, type DeskProps } from './desk.tsx'
import type { PageName } from './pages.ts'

/** Renders a page as HTML. */
export const render = <Name extends PageName>(desk: DeskProps<Name>) => renderToString(<Desk {...desk} />)

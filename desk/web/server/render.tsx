import { renderToStaticMarkup } from 'react-dom/server'
import { Desk, type DeskProps } from './desk.tsx'
import type { PageName } from './pages.tsx'

/** Renders a page as HTML. The browser hydrates only the islands in it. */
export const render = <Name extends PageName>(desk: DeskProps<Name>) =>
  renderToStaticMarkup(<Desk {...desk} />)

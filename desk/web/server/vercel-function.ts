import { getRequestListener } from '@hono/node-server'
import * as views from '../pages.tsx'
import { createWebApp } from './create-web-app.ts'
import type { Interface } from './page.ts'
import { render } from './render.tsx'
import { readWebOptions } from './web-options.ts'

/** The build writes the addresses of the browser's files here. */
declare const built: Pick<Interface, 'earlyScript' | 'script' | 'styles'>

// Vercel serves the files themselves.
const ui = { ...views, ...built, render, files: new Map() }
const { fetch } = createWebApp({ ...readWebOptions(process.env), ui })

/** As a server of Node does. */
export default getRequestListener(fetch)

import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { siteUrl } from '../settings.ts'
import { visitorAddress } from '../visitor.ts'

/** What becomes of the page's scripts. */
export const scriptWays = ['on time', 'late', 'blocked', 'switched off'] as const
export type ScriptWay = (typeof scriptWays)[number]

const reports = '/policy-reports'
/** What a browser does to every script whose visitor has switched them off. */
const noScripts = '; sandbox allow-forms allow-same-origin'

/** A server in front of the site, for what not every engine can be told: it keeps scripts back and hears of violations. */
export async function openFront(scripts: ScriptWay) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  if (scripts !== 'late') release()
  const violations: string[] = []
  const visitor = { 'x-forwarded-for': visitorAddress() }

  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    if (url === reports) {
      violations.push(await text(request))
      response.end()
      return
    }
    if (/\.js(\?|$)/.test(url)) {
      // Held back as well, what is fetched ahead would take every connection that a browser has for one host.
      const isAhead = scripts === 'late' && headers['sec-fetch-dest'] === 'empty'
      if (scripts === 'blocked' || isAhead) {
        response.destroy()
        return
      }
      await released
    }
    const onward = send(siteUrl + url, { method, headers: { ...headers, ...visitor } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, withReports(answer.headers))
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })

  function withReports(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
    const { 'content-security-policy': policy } = headers
    if (!policy) return headers
    const rest = scripts === 'switched off' ? noScripts : ''
    return { ...headers, 'content-security-policy': `${policy}; report-uri ${reports}${rest}` }
  }

  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port is free')
  return {
    url: `http://localhost:${address.port}`,
    release,
    violations,
    close: () => {
      release()
      server.close()
      server.closeAllConnections()
    },
  }
}

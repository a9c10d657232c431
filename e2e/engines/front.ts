import { createHash } from 'node:crypto'
import { createServer, type OutgoingHttpHeaders, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from '../../tests/kit/listen.ts'
import { siteUrl } from '../settings.ts'
import { visitorAddress } from '../visitor.ts'

/** Says when the page gets its scripts, or why it never gets them. */
export type ScriptWay = 'on time' | 'late' | 'blocked' | 'switched off'

const reports = '/policy-reports'
/** A Content-Security-Policy that allows no script, as if the visitor had turned scripts off. */
const noScripts = '; sandbox allow-forms allow-same-origin'

/**
 * Starts a server in front of the site. This server can delay or block the scripts. It also records policy violations
 * and funnel beacons. We need the server because some engines cannot do this themselves. If `isDeployed` is true, the
 * site does not know the server action of the page, as after a new deployment. `rewrite` changes the HTML of each page.
 */
export async function openFront(scripts: ScriptWay, isDeployed = false, rewrite?: (page: string) => string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  if (scripts !== 'late') release()
  const violations: string[] = []
  const beacons: string[] = []
  // A compressed page could not be rewritten.
  const visitor = { 'x-forwarded-for': visitorAddress(), ...(rewrite && { 'accept-encoding': 'identity' }) }

  const server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    if (url === reports) {
      violations.push(await text(request))
      response.end()
      return
    }
    if (/\.js(\?|$)/.test(url)) {
      if (scripts === 'blocked') {
        response.destroy()
        return
      }
      await released
    }
    if (url?.startsWith('/funnel')) {
      let body = ''
      request.on('data', (chunk) => (body += chunk)).on('end', () => beacons.push(body))
    }
    if (isDeployed && headers['next-action']) headers['next-action'] = `60${'0'.repeat(40)}`
    const onward = send(siteUrl + url, { method, headers: { ...headers, ...visitor } }, async (answer) => {
      const { statusCode = 500, headers } = answer
      if (rewrite && headers['content-type']?.startsWith('text/html')) {
        const page = rewrite(await text(answer))
        const { 'content-length': _, ...rest } = withReports(headers)
        response.writeHead(statusCode, allowInline(rest, page)).end(page)
        return
      }
      response.writeHead(statusCode, withReports(headers))
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })

  function withReports(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
    const { 'content-security-policy': policy } = headers
    if (!policy) return headers
    const rest = scripts === 'switched off' ? noScripts : ''
    return {
      ...headers,
      'content-security-policy': policy.replace('report-uri /failure', `report-uri ${reports}${rest}`),
    }
  }

  return {
    url: `http://localhost:${await listen(server)}`,
    release,
    violations,
    beacons,
    close: () => {
      release()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Of this page only. */
function allowInline(headers: OutgoingHttpHeaders, page: string): OutgoingHttpHeaders {
  const texts = [...page.matchAll(/<script[^>]*>(.+?)<\/script>/gs)]
  const hashes = texts.map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  const policy = `${headers['content-security-policy']}`.replace(
    'script-src',
    `script-src ${hashes.join(' ')}`,
  )
  return { ...headers, 'content-security-policy': policy }
}

import { exchange } from '../../../e2e/exchange.ts'
import { expectedHeaders } from '../../kit/expected-headers.ts'
import { openForm } from '../../kit/post-form.ts'
import type { Experiment } from '../harness/experiment.ts'
import { figure, noneOf } from '../harness/figure.ts'
import { documentedSettings } from '../harness/nginx.ts'

/** The proxy of docs/hosting.md waits this many seconds for the body of a request. */
const limit = 20
const names = ['Strict-Transport-Security', 'X-Content-Type-Options', 'X-Frame-Options'] as const

/**
 * Every answer must have the security headers. A native post must be stored. If a visitor stops sending in the middle
 * of a post, the post must end in time.
 */
export const hosting: Experiment = {
  id: 'E29',
  title: 'nginx in front of the page, with the settings of docs/hosting.md',
  nginx: documentedSettings,
  async run(harness) {
    const { ledger, random, ninthPort: front, frontUrl: pageUrl } = harness
    const rest = `Host: localhost:${front}\r\nConnection: close\r\n`
    const form = `${rest}Content-Type: multipart/form-data; boundary=x\r\n`
    const requests: Record<string, string> = {
      200: `GET / HTTP/1.1\r\n${rest}\r\n`,
      '404 of a page': `GET /unknown HTTP/1.1\r\n${rest}\r\n`,
      308: `GET /unknown/ HTTP/1.1\r\n${rest}\r\n`,
      '400 of a form': `POST / HTTP/1.1\r\n${form}Content-Length: 1\r\n\r\nx`,
      '400 of no request': 'x\r\n\r\n',
      413: `POST / HTTP/1.1\r\n${form}Content-Length: 100000\r\n\r\n`,
    }
    const wrong: string[] = []
    for (const [name, text] of Object.entries(requests)) {
      const answer = await exchange(front, text)
      if (!answer.startsWith(`HTTP/1.1 ${name.slice(0, 3)} `)) wrong.push(`${name}: ${answer.slice(0, 40)}`)
      for (const header of names) {
        const values = answer.match(new RegExp(`(?<=^${header}: ).*(?=\r$)`, 'gim'))
        if (`${values}` !== expectedHeaders[header]) wrong.push(`${header} of ${name}: ${values}`)
      }
    }
    const { outcome } = await ledger.send(harness.submission(), await openForm({ pageUrl }, random))
    const begun = performance.now()
    await exchange(front, `POST / HTTP/1.1\r\n${form}Content-Length: 2000\r\n\r\n--x\r\n`)
    const seconds = (performance.now() - begun) / 1_000
    const settled = await harness.settle()
    return [
      figure('kinds of answers', Object.keys(requests).length),
      noneOf('wrong answers or headers', wrong),
      figure('native posts stored', outcome === 'success' ? 1 : 0, { exactly: 1 }),
      figure('seconds after which a post that stops is ended', seconds, { most: limit + 5 }),
      figure('– not sooner than', seconds, { least: limit / 2 }),
      ...settled.figures,
    ]
  },
}

import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import { test } from 'node:test'
import { answerTo } from '../../tests/kit/answer.ts'
import { listen } from '../../tests/kit/listen.ts'
import { errorPage } from './error-page.ts'
import { replaceBlankPages } from './replace-blank-pages.ts'

test('a page that could not be rendered is replaced by one that can be read, and other answers stay', async (t) => {
  replaceBlankPages()
  const calls: string[] = []
  const answerWith = async (statusCode: number, type: string) => {
    const listener: RequestListener = (_, response) => {
      response.statusCode = statusCode
      response.setHeader('Content-Type', type)
      response.setHeader('Content-Encoding', 'identity')
      response.flushHeaders()
      response.write('<html id="__next_error__">', () => calls.push('write'))
      response.end('</html>', () => calls.push('end'))
    }
    const server = createServer(listener)
    t.after(() => server.close())
    return answerTo(`http://127.0.0.1:${await listen(server)}`, { headers: { connection: 'close' } })
  }
  const blank = await answerWith(500, 'text/html; charset=utf-8')
  assert.deepEqual([blank.status, blank.headers['content-encoding'], blank.body], [500, undefined, errorPage])
  assert.deepEqual(calls, ['write', 'end'])
  for (const part of ['<h1>Unexpected Application Error!</h1>', '<a href="">Reload the page</a>'])
    assert.ok(errorPage.includes(part))
  for (const [status, type] of [
    [200, 'text/html; charset=utf-8'],
    [500, 'text/plain'],
  ] as const)
    assert.equal((await answerWith(status, type)).body, '<html id="__next_error__"></html>')
})

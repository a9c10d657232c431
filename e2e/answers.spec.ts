import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expectedBarePolicy, expectedHeaders, expectedPagePolicy } from '../tests/kit/expected-headers.ts'
import { exchange } from './exchange.ts'
import { siteUrl, stackEnv } from './settings.ts'
import { expect, test } from './test.ts'

// This is the policy without the hashes of the inline scripts.
const pagePolicy = expectedPagePolicy()

const form = { 'content-type': 'multipart/form-data; boundary=x' }
const { host, port } = new URL(siteUrl)
const send = (head: string, body = '') =>
  exchange(Number(port), `${head}\r\nHost: ${host}\r\nConnection: close\r\n\r\n${body}`)

test('a form that is not posted is refused, and no cache keeps the answer', async ({ request }) => {
  for (const path of ['/', '/unknown', '/answer', '/_next/static/unknown.js']) {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await request.fetch(path, { method, headers: form })
      const headers = answer.headers()
      expect(answer.status(), `${method} ${path}`).toBe(400)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['content-security-policy']).toBe(expectedBarePolicy)
    }
  }
})

test('every answer of a route has the security headers, each once', async () => {
  const answers: Record<string, [head: string, body?: string]> = {
    200: ['GET / HTTP/1.1'],
    404: ['GET /unknown HTTP/1.1'],
    '204 of a beacon': ['POST /funnel HTTP/1.1\r\nContent-Length: 1', 'x'],
    '405 of a beacon': ['GET /funnel HTTP/1.1'],
    '204 of a visitor who began the video': ['POST /begun HTTP/1.1\r\nContent-Length: 1', 'x'],
    '404 of a file': ['GET /_next/static/%zz HTTP/1.1'],
    '405 TRACE': ['TRACE / HTTP/1.1'],
    '405 OPTIONS': ['OPTIONS / HTTP/1.1'],
    '400 of a form': ['GET / HTTP/1.1\r\nContent-Type: multipart/form-data'],
    '400 of a form that cannot be read': [
      'POST / HTTP/1.1\r\nContent-Type: multipart/form-data\r\nContent-Length: 1',
      'x',
    ],
    '400 of a form for an inner page': [
      'POST /answer HTTP/1.1\r\nContent-Type: multipart/form-data\r\nContent-Length: 1',
      'x',
    ],
    '400 of an action': ['POST / HTTP/1.1\r\nNext-Action: x\r\nContent-Length: 1', 'x'],
    '400 of a form that is too long': [
      'POST / HTTP/1.1\r\nContent-Type: multipart/form-data\r\nContent-Length: 70000',
      'x'.repeat(70_000),
    ],
  }
  for (const [name, [head, body]] of Object.entries(answers)) {
    const answer = (await send(head, body)).split('\r\n\r\n')[0] ?? ''
    expect(answer).toContain(`HTTP/1.1 ${name.slice(0, 3)} `)
    for (const [header, value] of Object.entries(expectedHeaders)) {
      const values = [...answer.matchAll(new RegExp(`^${header}: (.*)$`, 'gim'))].map(([, found]) =>
        found?.trim(),
      )
      expect(values, `${header} of ${name}`).toHaveLength(1)
      expect(values).toEqual([value])
    }
    const policies = [...answer.matchAll(/^Content-Security-Policy: (.*)$/gim)].map(([, found]) =>
      found?.trim().replaceAll(/ '(?:sha256|nonce)-[^']+'/g, ''),
    )
    expect([[expectedBarePolicy], [pagePolicy]], `policy of ${name}`).toContainEqual(policies)
    if (name === '200') expect(policies).toEqual([pagePolicy])
  }
})

test('nothing of the local stack listens on an address that other machines reach', async () => {
  const accepts = (host: string, port: number) =>
    new Promise<boolean>((resolve) => {
      const socket = connect({ host, port, timeout: 20_000 }, () => resolve(true))
      const refuse = () => {
        socket.destroy()
        resolve(false)
      }
      socket.on('error', refuse).on('timeout', refuse)
    })
  // If a server listens on all addresses, it can also be reached at 127.0.0.2. That address exists even on a machine
  // without a network.
  const others = ['127.0.0.2']
  for (const { address, internal, scopeid } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    if (!internal && !scopeid) others.push(address)
  const ports = Object.entries(stackEnv).filter(([name]) => name.endsWith('PORT'))
  expect(ports).toHaveLength(6)
  for (const [name, port] of ports) {
    expect(await accepts('localhost', Number(port)), name).toBe(true)
    for (const address of others)
      expect(await accepts(address, Number(port)), `${name} at ${address}`).toBe(false)
  }
})

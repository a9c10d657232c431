import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './certificate.ts'
import type { Pictures } from './pictures.ts'

export type Stub = { port: number; stop(): void }

/** Answers for every other host: with the thumbnail of that name, or with an empty page for a player's frame. */
export async function startStub(pictures: Pictures, certificate: Certificate): Promise<Stub> {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, ({ url }, answer) => {
    const name = new URL(url, 'https://stub').pathname.split('/').pop() ?? ''
    const picture = pictures.get(name)
    const type = picture ? (name.endsWith('.webp') ? 'image/webp' : 'image/jpeg') : 'text/html'
    answer.writeHead(200, {
      'content-type': type,
      'cache-control': 'public, max-age=7200',
      'timing-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    answer.end(picture ?? '<!doctype html><html lang="en"><title>Player</title><p>Player</p></html>')
  })
  server.on('sessionError', () => {})
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, stop: () => server.close() }
}

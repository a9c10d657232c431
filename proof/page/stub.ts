import { createSecureServer } from 'node:http2'
import type { Certificate } from '../../tests/kit/certificate.ts'
import { listen } from '../../tests/kit/listen.ts'
import type { Pictures } from './pictures.ts'

/** Stands in for every other host: answers with the thumbnail of that name, or with an empty page for a player's frame. */
export async function startStub(pictures: Pictures, certificate: Certificate) {
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, ({ url }, answer) => {
    const name = new URL(url, 'https://stub').pathname.split('/').pop() ?? ''
    const picture = pictures.get(name)
    const pictureType = name.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
    answer.writeHead(200, {
      'content-type': picture ? pictureType : 'text/html',
      'cache-control': 'public, max-age=7200',
      'timing-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    answer.end(picture ?? '<!doctype html><html lang="en"><title>Player</title><p>Player</p></html>')
  })
  server.on('sessionError', () => {})
  return { port: await listen(server), stop: () => server.close() }
}

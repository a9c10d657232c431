import { createProxyServer } from 'httpxy'
import type { Certificate } from '../../tests/kit/certificate.ts'
import { freePort } from '../../tests/kit/listen.ts'

/** Puts HTTP/2 and TLS in front of a server as a host does, because browsers schedule HTTP/1.1 differently. */
export async function startFront(origin: string, certificate: Certificate) {
  const port = await freePort()
  const proxy = createProxyServer({ target: origin, xfwd: true, http2: true, ssl: certificate })
  proxy.on('error', (_error, _request, response) => response?.destroy())
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve))
  return { url: `https://localhost:${port}/`, stop: () => proxy.close() }
}

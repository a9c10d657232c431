import { connect } from 'node:net'
import type { Chain } from '../harness/chain.ts'

/** Sends the first half of a form and resolves once the server has read it. */
export async function postHalf(chain: Pick<Chain, 'pageUrl' | 'settings'>): Promise<void> {
  const head = [
    'POST / HTTP/1.1',
    'Host: localhost',
    'Content-Type: multipart/form-data; boundary=half',
    'Content-Length: 2000',
  ]
  const body = '--half\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda'
  const socket = connect(chain.settings.pagePort, '127.0.0.1').on('error', () => {})
  await new Promise((resolve) => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, resolve))
  // One that came later has been answered.
  await (await fetch(chain.pageUrl)).text()
}

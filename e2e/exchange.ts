import { connect } from 'node:net'

/** Sends text unchanged to a port of this machine. Returns everything that the server sends until the connection closes. */
export async function exchange(port: number, text: string): Promise<string> {
  const chunks: Buffer[] = []
  const socket = connect(port, 'localhost', () => socket.write(text))
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

import { connect } from 'node:net'

/** Sends text to a port of this machine as it is and gives all that comes back until the connection is closed. */
export async function exchange(port: number, text: string): Promise<string> {
  const chunks: Buffer[] = []
  const socket = connect(port, 'localhost', () => socket.write(text))
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

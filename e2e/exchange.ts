import { connect } from 'node:net'

/** Sends the text exactly as it is. Returns everything until the connection is closed. */
export async function exchange(port: number, text: string): Promise<string> {
  const chunks: Buffer[] = []
  const socket = connect(port, 'localhost', () => socket.write(text))
  for await (const chunk of socket) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

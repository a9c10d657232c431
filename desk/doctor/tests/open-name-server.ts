import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** TXT records by name, '' being the root. A name that is not listed does not exist; null stands for a server that fails. */
export type Zone = Record<string, string[] | null>

/** Answers TXT questions from a zone, which may be changed at any time (RFC 1035, section 4). */
export async function openNameServer(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answer(question, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

function answer(question: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(question)
  const texts = zone[name]
  const header = Buffer.from(question.subarray(0, 12))
  const [serverFailure, noSuchName] = [2, 3]
  header.writeUInt16BE(0x8180 | (texts === null ? serverFailure : texts ? 0 : noSuchName), 2)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  header.fill(0, 8, 12)
  return Buffer.concat([header, question.subarray(12, end), ...(texts ?? []).map(toRecord)])
}

function readName(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 }
}

function toRecord(text: string): Buffer {
  const pieces = text.match(/.{1,255}/g) ?? ['']
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.from(String.fromCharCode(piece.length) + piece, 'latin1')),
  )
  // The name of the question, type TXT, class IN, no time to live.
  const fields = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
  return Buffer.concat([fields, data])
}

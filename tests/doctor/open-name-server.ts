import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/**
 * The TXT records of each name. The name '' is the root. If a name is not listed, it does not exist. If the value for
 * a name is null, the server fails.
 */
export type Zone = Record<string, string[] | null>

/** Starts a DNS server that answers TXT queries from a zone (RFC 1035, section 4). Names have no other records. Tests may change the zone at any time. */
export async function openNameServer(zone: Zone) {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => socket.send(answer(question, zone), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { server: `127.0.0.1:${socket.address().port}`, close: () => socket.close() }
}

function answer(question: Buffer, zone: Zone): Buffer {
  const { name, end } = readName(question)
  const found = zone[name]
  const isText = question.readUInt16BE(end - 4) === 16
  const texts = found && !isText ? [] : found
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
  // These bytes point to the name in the query, and give the type TXT, the class IN and a time to live of 0.
  const fields = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
  return Buffer.concat([fields, data])
}

import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/**
 * The TXT records of each name, and those like 'A 192.0.2.1', 'AAAA 2001:db8::1' or 'CNAME other.example'. The name '' is the root. If a name is not listed, it does not exist. If the value for
 * a name is null, the server fails.
 */
export type Zone = Record<string, string[] | null>

/** Starts a DNS server that answers from a zone (RFC 1035, section 4). Tests may change the zone at any time. */
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
  const type = types[question.readUInt16BE(end - 4)] ?? ''
  const texts = found
    ?.map((text) => /^(A|AAAA|CNAME) (\S+)$/.exec(text) ?? [text, 'TXT', text])
    .flatMap(([, ofType, text = '']) => (ofType === type ? [text] : []))
  const header = Buffer.from(question.subarray(0, 12))
  const [serverFailure, noSuchName] = [2, 3]
  header.writeUInt16BE(0x8180 | (found === null ? serverFailure : texts ? 0 : noSuchName), 2)
  header.writeUInt16BE(texts?.length ?? 0, 6)
  header.fill(0, 8, 12)
  return Buffer.concat([
    header,
    question.subarray(12, end),
    ...(texts ?? []).map((text) => toRecord(type, text)),
  ])
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

const types: Record<number, string> = { 1: 'A', 5: 'CNAME', 16: 'TXT', 28: 'AAAA' }

function toRecord(type: string, text: string): Buffer {
  const data = dataOf(type, text)
  const code = Number(Object.keys(types).find((one) => types[Number(one)] === type))
  // These bytes point to the name in the query, and give the type, the class IN and a time to live of 0.
  const fields = Buffer.from([0xc0, 12, 0, code, 0, 1, 0, 0, 0, 0, data.length >> 8, data.length & 255])
  return Buffer.concat([fields, data])
}

function dataOf(type: string, text: string): Buffer {
  if (type === 'A') return Buffer.from(text.split('.').map(Number))
  if (type === 'AAAA') {
    const [head = [], tail = []] = text.split('::').map((half) => half.split(':').filter(Boolean))
    const groups = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
    return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex')
  }
  const pieces = type === 'CNAME' ? [...text.split('.'), ''] : (text.match(/.{1,255}/g) ?? [''])
  return Buffer.concat(
    pieces.map((piece) => Buffer.from(String.fromCharCode(piece.length) + piece, 'latin1')),
  )
}

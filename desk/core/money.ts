/** What a typed amount means: one number, one of two, or none that can be read. */
export type Typed = { amount: number } | { either: [number, number] } | null

// What is not part of the number: blanks, apostrophes between thousands, a currency at one end.
const around = /^(?:\p{Sc}|[A-Za-z]{3}\b)|(?:\p{Sc}|\b[A-Za-z]{3})$/gu
const most = 1e10

/**
 * However people write it: 1200, 1,200.50, 1.200,50, 1200,5. One point or comma before three digits can mean
 * two numbers: 1.200 is 1,200 or 1.20. Null for anything else, and for too much.
 */
export function readMoney(typed: string): Typed {
  const text = typed
    .trim()
    .replace(around, '')
    .replace(/[\s'’]/gu, '')
  if (!/^\d[\d.,]{0,29}$/.test(text)) return null
  const marks = [...text.matchAll(/[.,]/g)].map(([mark]) => mark)
  const [decimal = ''] = marks.slice(-1)
  const parts = text.split(/[.,]/)
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const whole = Number(parts.join(''))
  if (marks.length === 0) return within({ amount: whole })
  if (marks.length === 1) {
    const fraction = Number(`${first}.${last}`)
    if (last.length === 1 || last.length === 2) return within({ amount: fraction })
    if (last.length !== 3) return null
    if (first.length <= 3 && !first.startsWith('0')) return within({ either: [whole, cents(fraction)] })
    return last.endsWith('0') ? within({ amount: fraction }) : null
  }
  const isSame = marks.every((mark) => mark === decimal)
  const groups = isSame ? parts : parts.slice(0, -1)
  if (!isSame && (marks.filter((mark) => mark === decimal).length > 1 || !/^\d\d?$/.test(last))) return null
  if (!isGrouped(groups)) return null
  return within({ amount: isSame ? whole : Number(`${groups.join('')}.${last}`) })
}

/** In India, the groups before the last one have two digits. */
const isGrouped = ([first = '', ...groups]: string[]) =>
  /^\d{1,3}$/.test(first) &&
  /^\d{3}$/.test(groups.at(-1) ?? '') &&
  groups.slice(0, -1).every((group) => /^\d{2,3}$/.test(group))

const cents = (amount: number) => Math.floor(Math.round(amount * 1000) / 10) / 100

const within = (read: { amount: number } | { either: [number, number] }) =>
  ('amount' in read ? read.amount : read.either[0]) < most ? read : null

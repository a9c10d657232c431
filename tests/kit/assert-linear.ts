import assert from 'node:assert/strict'

/** The first letters of 25 scripts, and what stands between words. */
const scripts = [
  ...[0x61, 0xe0, 0x3b1, 0x430, 0x561, 0x5d0, 0x627, 0x710, 0x915, 0x995, 0xa15, 0xb95, 0xc15],
  ...[0xd15, 0xe01, 0xe81, 0xf40, 0x1000, 0x10d0, 0x1100, 0x1200, 0x1780, 0x3042, 0x4e00, 0xac00],
]
const between = [
  ' ',
  ' ',
  ' ',
  '.',
  ', ',
  '\n',
  '-',
  "'",
  '\u200b',
  '!',
  '“',
  '”',
  ' 1',
  '0',
  '(',
  '+',
  '🛑',
  ' stop ',
]
/** Letters that NFKC or NFD writes as several: 18, 4, 3, and accents that normalize() has to sort. */
const expanding = ['ﷺ', '㏾', 'ﬃ', '½', '㌖', 'ᾂ', '\u0301\u0323']

/** Below `limit`, and the same in each run. */
function randomly(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function writeText(seed: number, length: number): string {
  const random = randomly(seed)
  const script = scripts[seed % scripts.length] ?? 0x61
  let text = ''
  while (text.length < length)
    text +=
      random(4) === 0
        ? (between[random(between.length)] ?? ' ')
        : String.fromCodePoint(script + random(seed % 3 === 0 ? 1 : 24))
  return text
}

/**
 * How a text grows, and how many times the linear growth is allowed, because the machine may be busy. A reader that cuts
 * a text shows its growth only below the limit, which is 1,600 letters for a text message.
 */
const growths = [
  { letters: 400, grow: 40, allowed: 8 },
  { letters: 200, grow: 8, allowed: 3 },
]

/**
 * Asserts that `read` takes no more than linear time: for random texts of 25 scripts, for texts that repeat
 * each of `pieces`, and for such texts before letters that Unicode writes as many. Quadratic growth is 40 or 8 times
 * the linear one.
 */
export function assertLinear(read: (text: string) => unknown, pieces: string[] = []): void {
  const time = (text: string) => {
    const begin = performance.now()
    read(text)
    return performance.now() - begin
  }
  const assertGrowth = (write: (length: number) => string) => {
    for (const { letters, grow, allowed } of growths) {
      const [short, long] = [write(letters), write(letters * grow)]
      const isLinear = () => time(long) < Math.max(time(short), 0.25) * grow * allowed
      assert.ok(
        Array.from({ length: 20 }).some(isLinear),
        `more than linear time: ${JSON.stringify(write(40))}`,
      )
    }
  }
  const repeat = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length))
  for (const seed of scripts.keys()) assertGrowth((length) => writeText(seed, length))
  const all = [
    ...['a', 'é', 'a ', '  ', '\n', '.', '-', '"', '“', '0', '+', '🛑', '\u200b', '中'],
    ...expanding,
    ...pieces,
  ]
  for (const piece of all) {
    for (const [before, after] of [
      ['', ''],
      ['a stop ', 'q'],
    ])
      assertGrowth((length) => before + repeat(piece, length) + after)
    for (const letter of expanding.slice(0, 2))
      assertGrowth((length) => `${repeat(piece, length * 0.6)}${repeat(letter, length * 0.4 - 1)}:`)
  }
}

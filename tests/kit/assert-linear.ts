import assert from 'node:assert/strict'

/** The first letters of ten scripts, and what stands between words. */
const scripts = [0x61, 0xe0, 0x3b1, 0x430, 0x5d0, 0x627, 0x915, 0xe01, 0x3042, 0x4e00]
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

/** A generator of numbers below `limit` that are the same in each run. */
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
 * Asserts that `read` takes no more than linear time: for 30 random texts, three of each script, and for texts that repeat
 * each of `pieces`. Compares 400 letters with 40 times as many. Eight times the linear growth is allowed, because the
 * machine may be busy; quadratic growth is 40 times the linear one.
 */
export function assertLinear(read: (text: string) => unknown, pieces: string[] = []): void {
  const letters = 400
  const grow = 40
  const time = (text: string) => {
    const begin = performance.now()
    read(text)
    return performance.now() - begin
  }
  const assertGrowth = (write: (length: number) => string) => {
    const [short, long] = [write(letters), write(letters * grow)]
    const isLinear = () => time(long) < Math.max(time(short), 0.25) * grow * 8
    assert.ok(
      Array.from({ length: 20 }).some(isLinear),
      `more than linear time: ${JSON.stringify(write(40))}`,
    )
  }
  for (let seed = 0; seed < 30; seed += 1) assertGrowth((length) => writeText(seed, length))
  for (const piece of [
    'a',
    'é',
    'a ',
    '  ',
    '\n',
    '.',
    '-',
    '"',
    '“',
    '0',
    '+',
    '🛑',
    '\u200b',
    '中',
    // Accents that normalize() has to sort.
    '\u0301\u0323',
    ...pieces,
  ])
    for (const [before, after] of [
      ['', ''],
      ['a stop ', 'q'],
    ])
      assertGrowth((length) => before + piece.repeat(Math.ceil(length / piece.length)) + after)
}

import { clearLine, cursorTo } from 'node:readline'

const width = 24

/**
 * Returns what shows on a terminal how far a list has come that begins with the newest lead and ends with the one of this
 * time. Time is the measure, since to count a million leads takes longer than to begin.
 */
export function createProgress(terminal: NodeJS.WritableStream, oldest: string) {
  const end = Date.parse(oldest)
  let begin: number | undefined
  const write = (line: string) => {
    cursorTo(terminal, 0)
    terminal.write(line)
    clearLine(terminal, 1)
  }
  return {
    /** Shows so many leads, of which the last was stored at this time. */
    show(count: number, latest: string) {
      const at = Date.parse(latest)
      begin ??= at
      const share = begin === end ? 1 : (begin - at) / (begin - end)
      const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░')
      write(
        `${bar} ${Math.floor(share * 100)} %  ${count.toLocaleString('en')} leads, back to ${latest.slice(0, 10)}`,
      )
    },
    clear: () => write(''),
  }
}

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'

/** Somebody types these lines, each when it is asked for. `asked` ends each question. */
export function openTerminal(lines: string[], asked: RegExp, isTTY = true) {
  const stdin = Object.assign(new PassThrough(), { isTTY })
  const stdout = new PassThrough()
  const printed = text(stdout)
  let shown = ''
  const write = stdout.write.bind(stdout)
  stdout.write = ((chunk: string) => {
    shown += chunk
    if (asked.test(shown)) {
      shown = ''
      setImmediate(() => stdin.write(`${lines.shift() ?? ''}\n`))
    }
    return write(chunk)
  }) as typeof stdout.write
  return { terminal: { stdin, stdout, stderr: stdout }, printed, end: () => stdout.end() }
}

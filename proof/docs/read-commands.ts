import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')

/** Returns every shell command in README.md and docs/, also those that begin with npm or npx in running text. */
export function readCommands(): { file: string; command: string }[] {
  return ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()].flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const blocks = [...text.matchAll(/^ *```sh\n(.*?)^ *```$/gms)].map(([, block = '']) => block)
    const lines = blocks
      .flatMap((block) => block.split('\n'))
      .filter((line) => !/^\s*(?:#|\w+=|$)/.test(line))
    const inline = [...text.matchAll(/`(np[mx]\s[^`]+)`/g)].map(([, code = '']) =>
      code.replaceAll(/\s+/g, ' '),
    )
    const commands = [...lines, ...inline].flatMap((line) => line.split('&&')).map((line) => line.trim())
    return [...new Set(commands)].map((command) => ({ file, command }))
  })
}

import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The commands of this page of docs/ that a shell runs. */
export function documentedCommands(page: string): string[] {
  const text = readFileSync(path.join(import.meta.dirname, '../../docs', page), 'utf8')
  return [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'))
}

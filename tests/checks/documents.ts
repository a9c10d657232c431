import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '../..')

/** Reads a file of the project. */
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const documents = ['README.md', ...globSync('docs/*.md', { cwd: root }).sort()].map((file) => ({
  file,
  text: read(file),
}))
const blocksOf = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\`$`, 'gms'))].map(
    ([, block = '']) => block,
  )

/**
 * Returns every shell command in README.md and docs/. In running text, only what begins with npm or npx counts as a
 * command.
 */
export const readCommands = (): { file: string; command: string }[] =>
  documents.flatMap(({ file, text }) => {
    const lines = blocksOf(text, 'sh')
      .flatMap((block) => block.split('\n'))
      .filter((line) => !/^\s*(?:#|\w+=|$)/.test(line))
    const inline = [...text.matchAll(/`(np[mx]\s[^`]+)`/g)].map(([, code = '']) =>
      code.replaceAll(/\s+/g, ' '),
    )
    const commands = [...lines, ...inline].flatMap((line) => line.split('&&')).map((line) => line.trim())
    return [...new Set(commands)].map((command) => ({ file, command }))
  })

const inline = /`((?:select|insert|update|delete|create|alter|drop|grant|revoke)\s[^`]+)`/gi

/**
 * Returns all SQL in README.md and docs/. Replaces `<… id>` with a UUID. Other placeholders, such as `<ref>`, are
 * replaced with the words between the brackets.
 */
export const readStatements = (): { file: string; sql: string }[] =>
  documents.flatMap(({ file, text }) => {
    const found = [...blocksOf(text, 'sql'), ...[...text.matchAll(inline)].map(([, sql = '']) => sql)]
    return [...new Set(found.map((sql) => sql.trim().replace(/;?$/, ';')))].map((sql) => ({
      file,
      sql: sql.replace(/<[^<>]*\bid>/g, '11111111-1111-4111-8111-111111111111').replace(/<([\w ]+)>/g, '$1'),
    }))
  })

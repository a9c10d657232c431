import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import type { Figure } from './figure.ts'

const file = path.join(import.meta.dirname, '../../../docs/results.md')
/**
 * Returns the document, with these figures filled into the section of this command. Throws an error if a row of the
 * section names a figure that was not measured.
 */
export function fillSection(document: string, command: string, figures: Figure[], on: string): string {
  const measured = new Map(
    figures.map(({ figure, measured, allowed }) => {
      const [name = '', baseline] = figure.split(', baseline ')
      return [name, `${measured}${baseline ? `, baseline ${baseline}` : ''} | ${allowed}`]
    }),
  )
  const heading = `## \`${command}\`\n`
  const sections = document.split(/^(?=## )/m).map((section) => {
    if (!section.startsWith(heading)) return section
    const [heads = '', lines = ''] = section.slice(heading.length).split(/(?<=^\| --- .*\n)/m)
    const rows = lines.replaceAll(/^\| ([^|]+) \|.*$/gm, (_, name: string) => {
      const cells = measured.get(name)
      if (!cells)
        throw new Error(`docs/results.md has a row for '${name}', which ${command} does not measure`)
      return `| ${name} | ${cells} |`
    })
    return `${heading}\n${on}\n\n${heads.slice(heads.indexOf('|'))}${rows}`
  })
  return sections.join('')
}

/**
 * Writes the figures of a command into its section of docs/results.md, together with the date and the name of the
 * processor.
 */
export function record(command: string, figures: Figure[]): void {
  const [{ model } = { model: 'unknown processor' }, ...others] = cpus()
  const machine = `${others.length + 1} × ${model.trim()}, ${process.platform} ${process.arch}`
  const on = `${new Date().toISOString().slice(0, 10)}, ${machine}`
  writeFileSync(file, fillSection(readFileSync(file, 'utf8'), command, figures, on))
}

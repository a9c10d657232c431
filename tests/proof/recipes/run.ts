import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSite, copyProject } from '../../kit/copy-project.ts'

/**
 * Follows the recipes for two fields and a country in a copy of the project, and sets all optional texts. Then it
 * builds the copy, looks for the texts on the page and sends a lead.
 */
const folder = copyProject('recipes')
const recipes = readFileSync(join(folder, 'docs/customise.md'), 'utf8')
const file = join(folder, 'site/fields.ts')
const addLine = (after: string, name: string) => {
  const line = new RegExp(`^  ${name}: \\{.*\\},$`, 'm').exec(recipes)?.[0]
  const source = readFileSync(file, 'utf8')
  if (!line || !source.includes(after)) throw new Error(`docs/customise.md has no recipe for ${name}`)
  writeFileSync(
    file,
    source.replace(after, () => `${after}\n${line}\n`),
  )
}
addLine('export const extraFields = {', 'company')
addLine('export const extraFields = {', 'role')
addLine('export const countries = {', 'NZ')

const copyFile = join(folder, 'site/copy.ts')
const [before = '', after = ''] = readFileSync(copyFile, 'utf8').split('export const trustCopy')
writeFileSync(copyFile, `${before}export const trustCopy${after.replace(/^ {2}\/\/ /gm, '  ')}`)

const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
run('node_modules/@biomejs/biome/bin/biome', 'format', '--write', file)
buildSite(folder)
const { presenter, ...lines } = (await import(pathToFileURL(copyFile).href)).trustCopy
const html = readFileSync(join(folder, '.next-test/server/app/index.html'), 'utf8')
// The lists of quotes, figures and questions stay empty.
const shown = Object.values<unknown>({ ...presenter, ...lines }).filter((text) => typeof text === 'string')
const missing = shown.filter((text) => !html.includes(text))
if (shown.length !== 6 || missing.length > 0) throw new Error(`The page lacks trustCopy: ${missing}`)
run('node_modules/typescript/bin/tsc')
run('--test', 'tests/desk/csv.test.ts', 'lib/lead/*.test.ts', 'tests/proof/harness/verify.test.ts')
run('tests/proof/recipes/send-lead.ts')

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operator } from '../../site/operator.ts'
import { SetupError } from './setup-error.ts'

const path = 'site/operator.ts'
const opening = 'export const operator = '
const upstreamBrand = ' Brand Scalers '

/** 8 hex digits, for the name of a version. */
export const digestOfText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** Throws a SetupError if the object in site/operator.ts is no JSON. */
export function readSiteFile(folder: string): Operator {
  const source = readFileSync(join(folder, path), 'utf8')
  try {
    return JSON.parse(source.slice(source.lastIndexOf(opening) + opening.length, source.lastIndexOf('}') + 1))
  } catch {
    throw new SetupError(`The object in ${path} is no JSON any more. Mend it, or take it from git.`)
  }
}

/**
 * If the texts do not name the brand, adds a version of both with it, and edits none. `today` is as
 * 2026-11-30. Returns whether anything has changed.
 */
export function writeSiteFile(folder: string, answers: Operator, today: string): boolean {
  const file = join(folder, path)
  const source = readFileSync(file, 'utf8')
  const brand = ` ${answers.brand ?? upstreamBrand.trim()} `
  const add = (own: Record<string, string>, upstream: string, prefix: string) => {
    const text = upstream.replaceAll(upstreamBrand, () => brand)
    const shown = Object.values(own).at(-1) ?? upstream
    // JSON keeps the order, so an old version that is shown again has to move.
    const { [`${prefix}${today}-${digestOfText(text)}`]: _, ...others } = own
    return text === shown ? own : { ...others, [`${prefix}${today}-${digestOfText(text)}`]: text }
  }
  const next: Operator = {
    ...answers,
    consentTexts: add(answers.consentTexts, newestText(folder, 'consent-texts'), ''),
    confirmationTexts: add(
      answers.confirmationTexts,
      newestText(folder, 'confirmation-texts'),
      'confirmation ',
    ),
  }
  const head = source.slice(0, source.lastIndexOf(opening) + opening.length)
  const written = `${head}${JSON.stringify(next, null, 2)} as const satisfies Operator\n`
  if (written === source) return false
  // An interruption leaves the old file or the new one.
  writeFileSync(`${file}.part`, written)
  renameSync(`${file}.part`, file)
  return true
}

function newestText(folder: string, name: string): string {
  const source = readFileSync(join(folder, `site/${name}.ts`), 'utf8')
  const texts = [...source.matchAll(/'(By (?:ticking|pressing) [^'\n]+)'/g)].map(([, text = '']) => text)
  const [named] = name === 'consent-texts' ? texts : texts.slice(-1)
  if (!named?.includes(upstreamBrand))
    throw new SetupError(
      `The newest text in site/${name}.ts does not name${upstreamBrand.trimEnd()}. Put your own texts into ${path}.`,
    )
  return named
}

/** The emails show what is in site/, so the function's digest changes. */
export const writeDigest = (folder: string) =>
  execFileSync(process.execPath, [join(folder, 'supabase/write-digest.ts')], { stdio: 'pipe' })

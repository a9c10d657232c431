import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { envFileText } from '../../lib/env-file-text.ts'
import { driveRemedy } from '../../machine/windows-drive.ts'
import { failureCode } from '../core/failure-code.ts'
import { SetupError } from './setup-error.ts'

type Values = Record<string, string | undefined>

/** Empty if the file is missing. Throws a SetupError if it is not UTF-8. */
export const readOperatorFile = (file: string): Values => parseEnv(textOf(file))

function textOf(file: string): string {
  try {
    return envFileText(file)
  } catch (error) {
    throw new SetupError((error as Error).message)
  }
}

/**
 * A line that Node and a shell read alike, unless the value has several kinds of quotation marks. Throws a
 * SetupError if none can hold it.
 */
export function envLine(name: string, value: string): string {
  // Within double ones, a shell replaces more than Node.
  const quote = ['"', "'", '`'].find((one) => !value.includes(one) && !(one === '"' && /[$\\`]/.test(value)))
  if (!quote || /[\r\n]/.test(value))
    throw new SetupError(`${name} has quotation marks of all kinds, or a line break. Choose another value.`)
  return `${name}=${quote}${value}${quote}`
}

/**
 * Keeps the other lines; an undefined value loses its line. Only this user can read the file. It is replaced
 * in one step, so an interruption leaves the old or the new one. Throws a SetupError if it cannot be written.
 */
export function writeOperatorFile(file: string, values: Values): void {
  const old = textOf(file).replace(/([^\n])$/, '$1\n')
  const kept = old
    .split('\n')
    .filter(
      (line) => !Object.keys(values).some((name) => new RegExp(`^\\s*(?:export )?${name}\\s*=`).test(line)),
    )
    .join('\n')
  const lines = Object.entries(values).map(([name, value]) =>
    value === undefined ? '' : `${envLine(name, value)}\n`,
  )
  // Replaces the file behind a link, not the link.
  const target = existsSync(file) ? realpathSync(file) : file
  // A random name and `wx`: the secrets never go into an existing file.
  const next = `${target}.${randomUUID()}.part`
  try {
    writeFileSync(next, kept + lines.join(''), { mode: 0o600, flag: 'wx' })
    renameSync(next, target)
  } catch (error) {
    rmSync(next, { force: true })
    throw cannotWrite(file, error)
  }
}

export function cannotWrite(file: string, error: unknown): SetupError {
  const code = failureCode(error)
  const remedy = driveRemedy(file, code) || 'Let this user write it and its folder'
  return new SetupError(`${file} cannot be written (${code}). ${remedy}. Then run this again.`)
}

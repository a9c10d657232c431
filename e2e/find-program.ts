import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

/** A path, or a name on PATH. */
export function findProgram(...candidates: (string | undefined)[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return candidates
    .filter((candidate) => candidate !== undefined)
    .flatMap((candidate) =>
      isAbsolute(candidate) ? [candidate] : folders.map((folder) => join(folder, candidate)),
    )
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

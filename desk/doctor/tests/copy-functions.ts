import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Copies the functions with one file of send-lead-email changed; throws when the change finds nothing to replace. */
export async function copyFunctions(
  functionsDir: string,
  changes: [file: string, from: string, to: string][],
) {
  const folder = await mkdtemp(path.join(tmpdir(), 'functions-'))
  await cp(functionsDir, folder, { recursive: true })
  for (const [name, from, to] of changes) {
    const file = path.join(folder, 'send-lead-email', name)
    const text = await readFile(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`)
    await writeFile(file, text.replace(from, to))
  }
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

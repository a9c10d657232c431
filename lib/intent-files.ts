import { globSync, readFileSync, writeFileSync } from 'node:fs'

/** Stands in the built script for the files of its dynamic import, which have no name until it is built. */
export const intentFilesMark = '__INTENT_FILES__'

/**
 * Puts their names in place of the mark. The script keeps its own name: it holds the names in its loader too, so it
 * changes whenever they do. Throws when the build has not exactly one script with both.
 */
export function nameIntentFiles(distDir: string): void {
  const scripts = globSync(`${distDir}/static/chunks/*.js`).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const files = /Promise\.all\((\["static\/chunks\/[^\]]+\])\.map/.exec(text)?.[1]
    return files && text.includes(intentFilesMark)
      ? [{ file, text, files: JSON.parse(files) as string[] }]
      : []
  })
  const [script] = scripts
  if (!script || scripts.length > 1)
    throw new Error(`Found ${scripts.length} scripts that load the lead form`)
  writeFileSync(script.file, script.text.replace(intentFilesMark, script.files.join(' ')))
}

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** 16 hexadecimal digits, without the tests. */
export function digestFiles(folder: string, paths: string[], isLeftOut = (_path: string) => false): string {
  const hash = createHash('sha256')
  for (const file of paths.flatMap((name) => filesIn(folder, name)).sort()) {
    if (!/\.(?:tsx?|css|html|[cm]?js|json)$/.test(file) || /\.test\.ts$/.test(file) || isLeftOut(file))
      continue
    // Git may change line endings.
    const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
    hash.update(`${file}\0${text}\0`)
  }
  return hash.digest('hex').slice(0, 16)
}

function filesIn(folder: string, name: string): string[] {
  const place = path.join(folder, name)
  if (statSync(place).isFile()) return [name]
  return readdirSync(place, { recursive: true, encoding: 'utf8' }).map((file) =>
    path.posix.join(name, file.replaceAll('\\', '/')),
  )
}

import { existsSync, globSync, readFileSync } from 'node:fs'

type Routes = {
  headers: { headers: { key: string; value: string }[] }[]
  rewrites: { beforeFiles: { destination: string }[] }
}
const insertedStyles = '[data-sonner-toaster]'

/**
 * Throws if the build has no policy with these hashes, if the page of a variant is missing, if a script inserts styles,
 * or if a page or a script contains one of these secrets, such as the address of the gated video.
 */
export function checkOutput(distDir: string, hashes: string[], secrets: string[]): void {
  const { headers, rewrites }: Routes = JSON.parse(readFileSync(`${distDir}/routes-manifest.json`, 'utf8'))
  const policies = headers
    .flatMap((rule) => rule.headers)
    .filter(({ key }) => key === 'Content-Security-Policy')
    .filter(({ value }) => hashes.every((hash) => value.includes(hash)))
  if (policies.length !== 2) throw new Error(`${distDir}/routes-manifest.json has no policy for the pages`)

  const missing = rewrites.beforeFiles
    .map(({ destination }) => `${distDir}/server/app${destination}.html`)
    .filter((page) => !existsSync(page))
  if (missing.length > 0) throw new Error(`Found no prerendered page ${missing.join()}`)

  const scripts = globSync(`${distDir}/static/chunks/*.js`)
  const inserting = scripts.filter((file) => readFileSync(file, 'utf8').includes(insertedStyles))
  if (inserting.length > 0) throw new Error(`build/strip-inserted-css.cjs was not applied to ${inserting}`)

  const published = [
    `${distDir}/static/**/*.{js,css,txt,json}`,
    `${distDir}/server/{app,pages}/**/*.{html,rsc}`,
  ]
  for (const file of globSync(published)) {
    const text = readFileSync(file, 'utf8').replaceAll(/&amp;|\\u0026/g, '&')
    if (secrets.some((secret) => text.includes(secret)))
      throw new Error(`${file} contains the address of the gated video or a secret key`)
  }
}

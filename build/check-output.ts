import { globSync, readFileSync } from 'node:fs'

type Routes = { headers: { headers: { key: string; value: string }[] }[] }
const insertedStyles = '[data-sonner-toaster]'

/**
 * Throws unless both rules of build/headers.ts that carry the policy are in a finished build with these hashes, and its
 * scripts insert no styles, which the policy would block.
 */
export function checkOutput(distDir: string, hashes: string[]): void {
  const { headers }: Routes = JSON.parse(readFileSync(`${distDir}/routes-manifest.json`, 'utf8'))
  const policies = headers
    .flatMap((rule) => rule.headers)
    .filter(({ key }) => key === 'Content-Security-Policy')
    .filter(({ value }) => hashes.every((hash) => value.includes(hash)))
  if (policies.length !== 2)
    throw new Error(`Found no policy for the pages in ${distDir}/routes-manifest.json`)

  const scripts = globSync(`${distDir}/static/chunks/*.js`)
  const inserting = scripts.filter((file) => readFileSync(file, 'utf8').includes(insertedStyles))
  if (inserting.length > 0) throw new Error(`build/strip-inserted-css.cjs was not applied to ${inserting}`)
}

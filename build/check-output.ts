import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { prerenderedPages } from './prerendered-pages.ts'

type Routes = {
  headers: { headers: { key: string; value: string }[] }[]
  rewrites: { beforeFiles: { destination: string }[] }
}

const inline = /<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>(.+?)<\/script>/gs

/**
 * Throws if the policy forbids an inline script of a page, if a variant's page is missing, or if a page or
 * script contains a secret, such as the address of the gated video.
 */
export function checkOutput(distDir: string, secrets: string[]): void {
  const { headers, rewrites }: Routes = JSON.parse(readFileSync(`${distDir}/routes-manifest.json`, 'utf8'))
  const texts = prerenderedPages(distDir).flatMap((page) => [...readFileSync(page, 'utf8').matchAll(inline)])
  const hashes = texts.map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
  const policies = headers
    .flatMap((rule) => rule.headers)
    .filter(({ key }) => key === 'Content-Security-Policy')
    .filter(({ value }) => hashes.every((hash) => value.includes(hash)))
  if (hashes.length === 0 || policies.length !== 2)
    throw new Error(`${distDir}/routes-manifest.json has no policy for the pages`)

  const missing = rewrites.beforeFiles
    .map(({ destination }) => `${distDir}/server/app${destination}.html`)
    .filter((page) => !existsSync(page))
  if (missing.length > 0) throw new Error(`Found no prerendered page ${missing.join()}`)

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

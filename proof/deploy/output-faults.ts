import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { blockedInline } from '../harness/blocked-inline.ts'

/** The most that a function may hold, in MB of its files: a larger one starts more slowly. */
const largest = { 'index.func': 4, 'answer.func': 4, '_middleware.func': 2 }

type Route = { src?: string; headers?: Record<string, string> }
/** What an output is to be: which values are secret, how every script's address ends, whether it is a preview, how many pages. */
type Expected = { secrets: string[]; query: string; isPreview: boolean; pages: number }

/** Lists what is wrong with the output of `vercel build` in a folder. */
export function outputFaults(
  folder: string,
  { secrets, query, isPreview, pages: count }: Expected,
): string[] {
  const routes: Route[] = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')).routes
  const values = (name: string) => routes.flatMap(({ headers }) => headers?.[name] ?? [])
  const policies = values('Content-Security-Policy')
  const files = filesIn(folder)
  const pages = files.filter((file) => file.endsWith('.html'))
  const holding = (secret: string) =>
    files.filter((file) => readFileSync(join(folder, file)).includes(secret))
  return [
    ...(policies.length === 2 ? [] : [`${policies.length} routes have a policy`]),
    ...(values('X-Robots-Tag').includes('noindex') === isPreview ? [] : ['X-Robots-Tag is wrong']),
    ...(pages.length === count ? [] : [`${pages.length} pages`]),
    ...pages.flatMap((file) => {
      const html = readFileSync(join(folder, file), 'utf8')
      return pageFaults(html, policies, query).map((fault) => `${file}: ${fault}`)
    }),
    ...secrets.flatMap(holding).map((file) => `${file}: holds a secret`),
    ...Object.entries(largest).flatMap(([name, most]) => {
      const size = sizeOf(join(folder, 'functions', name))
      return size > 0.1 && size <= most ? [] : [`${name}: ${size.toFixed(2)} MB`]
    }),
  ]
}

export function sizeOf(functionFolder: string): number {
  const sizes = filesIn(functionFolder).map((file) => statSync(join(functionFolder, file)).size)
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  )

/** Lists what is wrong with a built page: what the policies block of it, and scripts that do not wait. */
export const pageFaults = (html: string, policies: string[], query = '') => [
  ...new Set(policies.flatMap((policy) => blockedInline(html, policy))),
  ...(/ style="/.test(html) ? ['the policy blocks its style attributes'] : []),
  ...scriptFaults(html, query),
]

/** Scripts wait in a template, but for those that say that they run at once; a page without the dialog has no others. */
function scriptFaults(html: string, query: string): string[] {
  const template = /<template data-deferred="">(.*?)<\/template>/s.exec(html)?.[1] ?? ''
  const outside = html.replace(template, '').match(/<script(?![^>]*(?:data-at-once|ld\+json))/g) ?? []
  const addresses = [...template.matchAll(/<script src="([^"]+)"/g)].map(([, address = '']) => address)
  return [
    ...(outside.length > 0 ? [`${outside.length} scripts are not deferred`] : []),
    ...(addresses.length > 0 === html.includes('<dialog') ? [] : [`${addresses.length} deferred scripts`]),
    ...addresses
      .filter((address) => !address.endsWith(`.js${query}`))
      .map((address) => `asks for ${address}`),
  ]
}

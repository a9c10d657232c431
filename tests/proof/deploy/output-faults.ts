import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { prerenderedPages } from '../../../build/prerendered-pages.ts'
import { variantRewrites } from '../../../build/variant-routes.ts'
import { type Figure, figure, unmet } from '../harness/figure.ts'
import { tried } from '../variants/tried.ts'

type Rule = { headers?: Record<string, string> | { key: string; value: string }[] }
/**
 * What the output should be like. It says which values are secret, which query the URLs of the scripts have, and
 * whether this is a preview.
 */
type Expected = { secrets: string[]; query?: string; isPreview?: boolean }

/**
 * Compares the output of `vercel build` with the build that was checked. Lists what is missing or different, and also
 * any secrets that the output contains.
 */
export function outputFaults(folder: string, { secrets, query = '', isPreview = false }: Expected): string[] {
  const [built, output] = [join(folder, '.next'), join(folder, '.vercel/output')]
  const read = (file: string) => readFileSync(join(output, file), 'utf8')
  const valuesIn = (rules: Rule[], name: string) =>
    rules.flatMap(({ headers = {} }) =>
      Array.isArray(headers)
        ? headers.flatMap(({ key, value }) => (key === name ? value : []))
        : (headers[name] ?? []),
    )
  const { routes } = JSON.parse(read('config.json'))
  const manifest = JSON.parse(readFileSync(join(built, 'routes-manifest.json'), 'utf8'))
  const policiesIn = (rules: Rule[]) => valuesIn(rules, 'Content-Security-Policy').sort()
  const policies = policiesIn(manifest.headers)
  const files = filesIn(output)
  const pages = files.filter((file) => file.endsWith('.html'))
  const lost = new Set(prerenderedPages(built).map((file) => readFileSync(file, 'utf8')))
  const changed = pages.filter((file) => !lost.has(read(file)))
  for (const file of pages) lost.delete(read(file))
  const scripts = pages.flatMap((file) => [...read(file).matchAll(/<script src="([^"]+)"/g)])
  return [
    ...unmet({
      'the policies of the build': policies.length === 2 && `${policiesIn(routes)}` === `${policies}`,
      'noindex in a preview alone': valuesIn(routes, 'X-Robots-Tag').includes('noindex') === isPreview,
      [`every page, not ${lost.size} fewer`]: lost.size === 0,
      'scripts of the page': scripts.length > 0,
    }),
    ...changed.map((file) => `${file} is not as it was built`),
    ...scripts
      .filter(([, address = '']) => !address.endsWith(`.js${query}`))
      .map(([, address]) => `asks for ${address}`),
    ...secrets.flatMap((secret) =>
      files
        .filter((file) => readFileSync(join(output, file)).includes(secret))
        .map((file) => `${file} holds a secret`),
    ),
  ]
}

/**
 * Returns the size of each function in MB, and the largest size that is allowed. The larger a function is, the longer
 * it takes to start.
 */
export const functionSizes = (output: string): Figure[] =>
  Object.entries({ 'index.func': 4, 'answer.func': 4, '_middleware.func': 2 }).map(([name, most]) => {
    const root = join(output, 'functions', name)
    const sizes = filesIn(root).map((file) => statSync(join(root, file)).size)
    return figure(`MB of ${name}`, sizes.reduce((sum, size) => sum + size, 0) / 1e6 || Number.NaN, { most })
  })

/** Lists the files in a folder and its folders. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  )

type Route = { src?: string; dest?: string; handle?: string; has?: object[]; missing?: object[] }

/**
 * Lists the routes in the output that differ from build/variant-routes.ts. If a route is wrong, visitors of `/` never
 * see one of the variants.
 */
export function routeFaults(output: string): string[] {
  const { routes }: { routes: Route[] } = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8'))
  const files = routes.findIndex(({ handle }) => handle === 'filesystem')
  const found = routes
    .slice(0, files)
    .filter(({ src = '', dest }) => dest?.startsWith('/variants/') && new RegExp(src).test('/'))
    .map(({ dest, has, missing }) => JSON.stringify([dest, has, missing]))
  const rewrites = variantRewrites(tried.map(({ name }) => name))
  const expected = rewrites.map(({ destination, has, missing }) =>
    JSON.stringify([destination, has, missing]),
  )
  const pages = rewrites.map(({ destination }) => `functions${destination}.prerender-fallback.html`)
  return [
    ...pages.filter((page) => !existsSync(join(output, page))).map((page) => `${page} is not there`),
    ...unmet({ [`${expected}, not ${found}`]: `${found}` === `${expected}` }),
  ]
}

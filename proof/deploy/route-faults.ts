import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variantRewrites } from '../../build/variant-routes.ts'
import { tried } from '../variants/tried.ts'

type Route = { src?: string; dest?: string; handle?: string; has?: object[]; missing?: object[] }

/** Lists where the built routes do not lead visitors of `/` to their variant, as build/variant-routes.ts says. */
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
    ...(found.join() === expected.join() ? [] : [`visitors are led by ${found}`]),
  ]
}

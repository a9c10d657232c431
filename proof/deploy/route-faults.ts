import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { tried } from '../variants/tried.ts'

type Condition = { type: string; key: string; value?: string }
type Route = { src?: string; dest?: string; handle?: string; has?: Condition[]; missing?: Condition[] }
type Visit = { headers: Record<string, string>; query: Record<string, string> }

/** Lists the visitors whom the output of `vercel build` does not lead to their variant of the page, before it looks for files. */
export function routeFaults(output: string): string[] {
  const { routes }: { routes: Route[] } = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8'))
  const first = routes.slice(
    0,
    routes.findIndex(({ handle }) => handle === 'filesystem'),
  )
  return tried.flatMap(({ name, address }) => {
    const visits = {
      address: { headers: { 'x-forwarded-for': address }, query: {} },
      query: { headers: { 'x-forwarded-for': '203.0.113.11' }, query: { variant: name } },
    }
    const page = name === 'control' ? '/' : `/variants/${name}`
    const file = join(output, 'functions', `${page === '/' ? 'index' : page}.prerender-fallback.html`)
    return [
      ...(existsSync(file) ? [] : [`${file} is not there`]),
      ...Object.entries(visits)
        .filter(([, visit]) => route(first, visit) !== page)
        .map(([by, visit]) => `${name} by ${by} is ${route(first, visit)}`),
    ]
  })
}

/** The path to which the routes lead a visit of `/`. */
function route(routes: Route[], { headers, query }: Visit): string {
  const holds = ({ type, key, value = '.+' }: Condition) =>
    new RegExp(`^${value}$`).test((type === 'query' ? query : headers)[key] ?? '')
  return routes.reduce(
    (path, { src = '', dest, has = [], missing = [] }) =>
      dest && new RegExp(src).test(path) && has.every(holds) && !missing.some(holds) ? dest : path,
    '/',
  )
}

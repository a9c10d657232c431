import type { Random } from '../harness/random.ts'

/** A request for the page as anybody may send it. */
export type Variation = { method: string; headers: Record<string, string> }

/** What a cache must tell apart by `Vary`, and what may not matter to the answer at all. */
const values: Record<string, string[]> = {
  'content-type': [
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'Multipart/Form-Data',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/x-component',
  ],
  accept: ['*/*', 'text/x-component', 'application/json', 'image/avif'],
  rsc: ['1', '0'],
  'next-router-prefetch': ['1', '2'],
  'next-router-segment-prefetch': ['/_tree', '/__PAGE__', '/_index'],
  'next-router-state-tree': ['%5B%22%22%2C%7B%7D%5D', 'x'],
  'next-url': ['/', '/answer'],
  'next-action': ['x', '60'.padEnd(42, '0')],
  range: ['bytes=0-10', 'bytes=-5', 'bytes=9-1'],
  'accept-encoding': ['identity', 'gzip', 'br', 'zstd', '*;q=0'],
  cookie: ['__prerender_bypass=x', '__next_preview_data=x', 'a=b'],
  'x-forwarded-host': ['elsewhere.example.com'],
  'x-forwarded-proto': ['https', 'x'],
  'x-forwarded-port': ['1'],
  'x-forwarded-for': ['203.0.113.4', ','],
  forwarded: ['host=elsewhere.example.com'],
  'x-original-url': ['/answer'],
  'x-rewrite-url': ['/answer'],
  'x-matched-path': ['/answer'],
  'x-invoke-path': ['/answer'],
  'x-http-method-override': ['POST'],
  'x-middleware-subrequest': ['proxy', 'src/proxy'],
  'x-middleware-prefetch': ['1'],
  'x-middleware-rewrite': ['/answer'],
  'x-nextjs-data': ['1'],
  'x-prerender-revalidate': ['x'],
  'x-posted-fields': ['name=Ada'],
  'x-nonce': ['x'],
  'content-security-policy': ["script-src 'nonce-x'"],
  purpose: ['prefetch'],
  'sec-purpose': ['prefetch', 'prefetch;prerender'],
  'sec-fetch-dest': ['empty', 'script'],
  'if-none-match': ['*', '"x"'],
  'if-modified-since': ['Sat, 21 Nov 2099 00:00:00 GMT'],
  origin: ['null', 'https://elsewhere.example.com'],
  referer: ['https://elsewhere.example.com/'],
  'user-agent': ['Googlebot/2.1', 'facebookexternalhit/1.1', ''],
  'accept-language': ['de', 'ar'],
  'save-data': ['on'],
}

/** Gives so many variations: each header by itself with GET and HEAD, then random ones with up to four headers. */
export function headerVariations(random: Random, count: number, usual: Record<string, string>): Variation[] {
  const pairs = Object.entries(values).flatMap(([name, all]) =>
    all.map((value): [string, string] => [name, value]),
  )
  const make = (method: string, own: [string, string][]) => ({
    method,
    headers: { ...usual, ...Object.fromEntries(own) },
  })
  const single = pairs.flatMap((pair) => [make('GET', [pair]), make('HEAD', [pair])])
  const mixed = Array.from({ length: Math.max(0, count - single.length) }, () =>
    make(
      random.pick(['GET', 'HEAD']),
      [...Array(2 + random.below(3))].map(() => random.pick(pairs)),
    ),
  )
  return [...single, ...mixed]
}

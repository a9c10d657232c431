import { execFileSync } from 'node:child_process'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { parseHTML } from 'linkedom'
import sharp from 'sharp'
import { brand } from '../site/brand.ts'
import { heroCopy } from '../site/copy.ts'

// What machines read: these tests need no browser, so they ask the server alone.

async function open(request: APIRequestContext, path = '/') {
  const { document } = parseHTML(await (await request.get(path)).text())
  const attribute = (selector: string, name: string) =>
    document.querySelector(`head ${selector}`)?.getAttribute(name) ?? null
  return {
    document,
    content: (name: string) =>
      attribute(`meta[name="${name}"]`, 'content') ?? attribute(`meta[property="${name}"]`, 'content'),
    manifest: attribute('link[rel=manifest]', 'href') ?? '',
    /** This URL is set at build time, so it may not be the URL that the test opens. */
    canonical: attribute('link[rel=canonical]', 'href'),
  }
}

/** Of a picture that the server sends, in pixels. */
async function pictureSize(request: APIRequestContext, path: string): Promise<number[]> {
  const answer = await request.get(path)
  const body = await answer.body()
  // The first picture of an icon file has its size in two bytes of the directory.
  if (answer.headers()['content-type'] === 'image/x-icon') return [body.readUInt8(6), body.readUInt8(7)]
  const { width, height } = await sharp(body).metadata()
  return [width, height]
}

test('a search engine finds the language, the title, the description and the canonical URL of the page', async ({
  request,
}) => {
  const { document, content, canonical } = await open(request, '/?utm_source=newsletter')
  expect(document.documentElement.lang).toBe('en')
  expect(document.title).toBe(`${heroCopy.badge} | ${brand}`)
  expect(content('description')).toMatch(/^Watch the free training: .{50,130}$/)
  expect(new URL(canonical ?? '')).toMatchObject({ pathname: '/', search: '' })
  expect(content('robots')).toBeNull()
})

test('a shared link shows a title, a description and a picture that other sites may load', async ({
  request,
}) => {
  const { content, canonical } = await open(request)
  expect(content('og:type')).toBe('website')
  expect(content('og:site_name')).toBe(brand)
  expect(content('og:title')).toBe(heroCopy.badge)
  expect(content('og:description')).toBe(content('description'))
  expect(content('og:image:alt')).toBeTruthy()
  expect(content('twitter:card')).toBe('summary_large_image')
  const { origin } = new URL(canonical ?? '')
  expect(new URL(content('og:url') ?? '').origin).toBe(origin)

  const image = new URL(content('og:image') ?? '')
  expect(image.origin).toBe(origin)
  const answer = await request.get(image.pathname)
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await answer.body()).length).toBeLessThan(150_000)
  const size = [content('og:image:width'), content('og:image:height')].map(Number)
  expect(await pictureSize(request, image.pathname)).toEqual(size)
  expect(size).toEqual([1200, 630])
})

test('the structured data describes the training and its provider, without the URL of the video', async ({
  request,
}) => {
  const { document, canonical } = await open(request)
  const json = document.querySelector('script[type="application/ld+json"]')?.textContent
  const url = new URL(canonical ?? '').origin
  expect(JSON.parse(json ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: heroCopy.badge,
    url,
    learningResourceType: 'Video',
    isAccessibleForFree: true,
    provider: { '@type': 'Organization', name: brand, url },
  })
})

test('robots.txt admits crawlers and names a sitemap of the one page', async ({ request }) => {
  const { origin } = new URL((await open(request)).canonical ?? '')
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Allow: /')
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const sitemap = await (await request.get('/sitemap.xml')).text()
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([origin])
})

test('tabs, home screens and the manifest find their icons', async ({ request }) => {
  const { manifest } = await open(request)
  const { name, start_url, icons } = await (await request.get(manifest)).json()
  expect({ name, start_url }).toEqual({ name: brand, start_url: '/' })
  for (const { src, type } of icons) {
    expect((await request.get(src)).headers()['content-type']).toBe(type)
  }
  expect(await pictureSize(request, '/icon-512.png')).toEqual([512, 512])
  // Browsers and iOS request these two files even if the page does not mention them.
  expect(await pictureSize(request, '/favicon.ico')).toEqual([48, 48])
  expect(await pictureSize(request, '/apple-touch-icon.png')).toEqual([180, 180])
})

test('search engines are told not to index an unknown path', async ({ request }) => {
  const { document, content, canonical } = await open(request, '/some/unknown-path')
  expect(content('robots')).toBe('noindex')
  expect(document.title).toBe(`Page not found | ${brand}`)
  expect(canonical).toBeNull()
})

for (const [deployment, tag] of [
  ['preview', 'noindex'],
  ['production', undefined],
]) {
  test(`search engines may ${tag ? 'not ' : ''}index a ${deployment} deployment`, () => {
    const script = 'console.log(JSON.stringify((await import("./next.config.mjs")).default.headers()))'
    const env = { ...process.env, VERCEL_ENV: deployment }
    const args = ['--input-type=module', '--eval', script]
    const rules: { source: string; headers: { key: string; value: string }[] }[] = JSON.parse(
      execFileSync(process.execPath, args, { env, encoding: 'utf8' }),
    )
    const everywhere = rules.filter(({ source }) => source === '/:path*').flatMap(({ headers }) => headers)
    expect(everywhere.find(({ key }) => key === 'X-Robots-Tag')?.value).toBe(tag)
  })
}

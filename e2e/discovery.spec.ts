import { execFileSync } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const content = (page: Page, name: string) =>
  page.locator(`head meta[name="${name}"], head meta[property="${name}"]`).getAttribute('content')

/**
 * Returns the canonical URL of the page. This URL is set at build time, so it may not be the URL that the test opens.
 */
async function canonical(page: Page): Promise<URL> {
  return new URL((await page.locator('head link[rel=canonical]').getAttribute('href')) ?? '')
}

/** Returns the width and height in pixels of a picture that the server sends. */
async function pictureSize(page: Page, path: string): Promise<number[]> {
  // The test requests the picture itself, because Playwright does not let pages request favicon.ico.
  const answer = await page.request.get(path)
  const type = answer.headers()['content-type']
  const picture = (await answer.body()).toString('base64')
  return page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode()
    return [image.naturalWidth, image.naturalHeight]
  }, `data:${type};base64,${picture}`)
}

test('a search engine finds the language, the title, the description and the canonical URL of the page', async ({
  page,
}) => {
  await page.goto('/?utm_source=newsletter')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle('Free Training for Aspiring Freelance Brand Scalers | Brand Scalers')
  expect(await content(page, 'description')).toMatch(/^Watch the free training: .{50,130}$/)
  expect(await canonical(page)).toMatchObject({ pathname: '/', search: '' })
  await expect(page.locator('meta[name=robots]')).toHaveCount(0)
})

test('a shared link shows a title, a description and a picture that other sites may load', async ({
  page,
}) => {
  await page.goto('/')
  expect(await content(page, 'og:type')).toBe('website')
  expect(await content(page, 'og:site_name')).toBe('Brand Scalers')
  expect(await content(page, 'og:title')).toBe('Free Training for Aspiring Freelance Brand Scalers')
  expect(await content(page, 'og:description')).toBe(await content(page, 'description'))
  expect(await content(page, 'og:image:alt')).toBeTruthy()
  expect(await content(page, 'twitter:card')).toBe('summary_large_image')
  const { origin } = await canonical(page)
  expect(new URL((await content(page, 'og:url')) ?? '').origin).toBe(origin)

  const image = new URL((await content(page, 'og:image')) ?? '')
  expect(image.origin).toBe(origin)
  const answer = await page.request.get(image.pathname)
  expect(answer.headers()).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await answer.body()).length).toBeLessThan(150_000)
  const size = [await content(page, 'og:image:width'), await content(page, 'og:image:height')].map(Number)
  expect(await pictureSize(page, image.pathname)).toEqual(size)
  expect(size).toEqual([1200, 630])
})

test('the structured data describes the training and its provider, without the URL of the video', async ({
  page,
}) => {
  await page.goto('/')
  const json = await page.locator('script[type="application/ld+json"]').textContent()
  const url = (await canonical(page)).origin
  expect(JSON.parse(json ?? '')).toEqual({
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name: 'Free Training for Aspiring Freelance Brand Scalers',
    url,
    learningResourceType: 'Video',
    isAccessibleForFree: true,
    provider: { '@type': 'Organization', name: 'Brand Scalers', url },
  })
})

test('robots.txt admits crawlers and names a sitemap of the one page', async ({ page }) => {
  await page.goto('/')
  const { origin } = await canonical(page)
  const robots = await (await page.request.get('/robots.txt')).text()
  expect(robots).toContain('Allow: /')
  expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect([...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([origin])
})

test('tabs, home screens and the manifest find their icons', async ({ page }) => {
  await page.goto('/')
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
  const { name, start_url, icons } = await (await page.request.get(manifest ?? '')).json()
  expect({ name, start_url }).toEqual({ name: 'Brand Scalers', start_url: '/' })
  for (const { src, type } of icons) {
    expect((await page.request.get(src)).headers()['content-type']).toBe(type)
  }
  expect(await pictureSize(page, '/icon-512.png')).toEqual([512, 512])
  // Browsers and iOS request these two files even if the page does not mention them.
  expect(await pictureSize(page, '/favicon.ico')).toEqual([48, 48])
  expect(await pictureSize(page, '/apple-touch-icon.png')).toEqual([180, 180])
})

test('search engines are told not to index an unknown path', async ({ page }) => {
  await page.goto('/some/unknown-path')
  expect(await content(page, 'robots')).toBe('noindex')
  await expect(page).toHaveTitle('Page not found | Brand Scalers')
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
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

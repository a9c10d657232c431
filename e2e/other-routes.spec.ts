import { expect, openBroken, playButton, test } from './test.ts'

test('an unknown path answers 404 with “Oops! Page not found” and a link home, and logs the path', async ({
  page,
  messages,
}) => {
  const response = await page.goto('/some/unknown-path')
  expect(response?.status()).toBe(404)
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect
    .poll(() => messages.some((message) => message.text().includes('/some/unknown-path')))
    .toBe(true)
  await page.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(playButton(page)).toBeVisible()
})

test('a page that fails shows “Unexpected Application Error!” with the error’s message, and tells the operator', async ({
  page,
}) => {
  const report = page.waitForRequest(/\/failure$/)
  await openBroken(page, '/?utm_campaign=spring')
  await expect(page.getByText('The dialog is broken')).toBeVisible()
  expect((await report).postData()).toMatch(/^Error {2}(?:\/_next\/static\/\S+:\d+:\d+)?$/)
  // The link must keep the address.
  await expect(page.getByRole('link', { name: 'Reload the page' })).toHaveAttribute('href', '')
  await page.getByRole('link', { name: 'Reload the page' }).click()
  await expect(playButton(page)).toBeVisible()
  await expect(page).toHaveURL('/?utm_campaign=spring')
})

test('a path that only resembles a link of an email is not found, so no form leads nowhere', async ({
  request,
}) => {
  for (const path of ['/watch', '/watch/', '/stop/ask', '/STOP/x/ask', '/unsubscribe/ask'])
    expect((await request.get(path)).status(), path).toBe(404)
  for (const path of ['/watch/x', '/stop/x/ask', '/unsubscribe/x/ask'])
    expect((await request.get(path)).status(), path).toBe(200)
})

test('while no variants are tried, the page names none and every cache may keep it', async ({ request }) => {
  const response = await request.get('/?variant=control')
  expect(await response.text()).not.toMatch(/data-variant|name="variant"/)
  expect(response.headers()['cache-control']).toContain('s-maxage=31536000')
  expect((await request.get('/variants/control')).status()).toBe(404)
})

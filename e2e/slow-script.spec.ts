import { submissions } from './backend.ts'
import { variantUrl } from './settings.ts'
import {
  dialog,
  expect,
  fillLead,
  holdBack,
  hydrated,
  playButton,
  player,
  submitButton,
  test,
  withoutInvokerCommands,
} from './test.ts'

const scriptFiles = /\.js(\?|$)/

test('a tap before any script has arrived opens the dialog', async ({ page }) => {
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('likewise where the browser has no invoker commands', async ({ page }) => {
  await withoutInvokerCommands(page)
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
})

test('the page asks for its scripts once it is painted, and not before', async ({ page }) => {
  await page.addInitScript(() => {
    const nextFrame = requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (callback) => {
      addEventListener('held-frame', () => nextFrame(callback), { once: true })
      return 0
    }
  })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  expect(scripts).toEqual([])
  const script = page.waitForRequest(scriptFiles)
  await page.evaluate(() => dispatchEvent(new Event('held-frame')))
  await script
})

test('a page in the background, which is not painted, asks for its scripts at once', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true })
    window.requestAnimationFrame = () => 0
  })
  const script = page.waitForRequest(scriptFiles)
  await page.goto('/')
  await script
})

test('what is typed before the scripts arrive is kept when they do, and submits', async ({ page, lead }) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead, 'AU')
  release()
  await hydrated(page)
  await expect(page.getByLabel('Full name')).toHaveValue(lead.name)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await expect(page.getByLabel('Country')).toHaveValue('AU')
  await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await submitButton(page).click()
  await expect(page.getByText('Success!')).toBeVisible()
  expect(await submissions(lead.email)).toMatchObject([{ country_code: 'AU' }])
})

test('a submit before the scripts arrive is not lost', async ({ page, lead }) => {
  await holdBack(page, scriptFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('a failed submit before the scripts arrive shows the dialog again, as a modal one once they have', async ({
  page,
  lead,
}) => {
  const release = await holdBack(page, scriptFiles)
  await page.goto(variantUrl('down'), { waitUntil: 'commit' })
  await playButton(page).click()
  await fillLead(page, lead)
  await submitButton(page).click({ noWaitAfter: true })
  await expect(dialog(page).getByRole('alert')).toContainText(
    'There was a problem submitting your information.',
  )
  release()
  await expect.poll(() => dialog(page).evaluate((element) => element.matches(':modal'))).toBe(true)
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
})

test('where the form’s code cannot be loaded, the page stands and the native form delivers', async ({
  page,
  lead,
}) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.route(scriptFiles, (route) => route.abort())
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await fillLead(page, lead)
  await page.unroute(scriptFiles)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test('the form’s code does not run before the visitor reaches for the video', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const before = scripts.length
  await playButton(page).click()
  await hydrated(page)
  expect(scripts.length).toBeGreaterThan(before)
})

for (const saveData of [false, true]) {
  test(`the form’s code is ${saveData ? 'not ' : ''}fetched ahead for a visitor who ${saveData ? 'saves' : 'does not save'} data`, async ({
    page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value } })
    }, saveData)
    const fetched: string[] = []
    page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    const kinds = () => fetched.map((url) => new URL(url).pathname.split('.').at(-1)).sort()
    await expect.poll(kinds).toEqual(saveData ? [] : ['css', 'js'])
  })
}

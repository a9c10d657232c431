import { sql } from './backend.ts'
import { storePeopleToCall } from './people-to-call.ts'
import { pressKey } from './press-key.ts'
import { deskUrl } from './settings.ts'
import { expect, test } from './test.ts'

test.use({ baseURL: deskUrl })
test.describe.configure({ mode: 'default' })

let person: string
let address: string

test.beforeEach(async ({ page, lead }) => {
  address = lead.email
  person = `/leads/${await storePeopleToCall(lead)}`
  await page.goto('/')
})

const notes = async () =>
  (
    await sql(
      `select note.id from private.lead_notes note join private.leads person on person.id = note.lead_id
        where person.email like '%' || $1`,
      [address],
    )
  ).length

for (const width of [1280, 390])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } })

    test('what is typed on Calls without a click is a note, and judges nobody', async ({ page }) => {
      const before = await notes()
      // Somebody who typed on while the page came: outside the field, and in its first second.
      await page.addInitScript(() =>
        window.addEventListener('pageshow', () =>
          setTimeout(() => {
            for (const key of 'ncr')
              document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
          }),
        ),
      )
      await page.goto('/calls')
      await page.keyboard.type('no, can not reach her now')
      await expect(page.getByLabel('What was said')).toHaveValue('no, can not reach her now')
      await expect(page.getByText('2 people to call', { exact: true })).toBeVisible()
      await page.getByLabel('What was said').press('Escape')
      // On a phone, no button shows a key.
      if (width === 390) await pressKey(page, 'n')
      await expect(page.getByText('2 people to call', { exact: true })).toBeVisible()
      expect(await notes()).toBe(before)
    })

    test('leaving with something typed asks, and a refused form comes back as typed', async ({ page }) => {
      await page.goto(person)
      const words = page.getByLabel('What was said')
      await words.pressSequentially('Will buy in spring')
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.type())
        dialog.dismiss()
      })
      await page.getByRole('navigation').getByRole('link', { name: 'Leads' }).click()
      await expect.poll(() => asked).toEqual(['beforeunload'])
      await expect(words).toHaveValue('Will buy in spring')
      await page.getByRole('radio', { name: 'Won' }).check()
      await page.getByLabel(/^Value, if won/).fill('1.200')
      await page.getByRole('button', { name: 'Called', exact: true }).click()
      await expect(page.getByRole('status').first()).toContainText('can mean two amounts')
      await expect(words).toHaveValue('Will buy in spring')
      // An answer sends what came back, but not what is typed after that.
      await words.fill('Will buy in summer')
      await page.getByRole('button', { name: '1,200', exact: true }).click()
      await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
      await words.fill('Will buy in spring')
      await page.getByRole('button', { name: '1,200', exact: true }).click()
      await expect(page.getByRole('status').first()).toContainText(
        'called; no call is planned any more; won, 1,200',
      )
      await expect(page.getByRole('listitem').filter({ hasText: 'Will buy in spring' })).toBeVisible()
    })

    test('a question opens in a browser without the attribute command, and keys press nothing behind it', async ({
      page,
    }) => {
      await page.addInitScript(() => {
        Reflect.deleteProperty(HTMLButtonElement.prototype, 'commandForElement')
        // The browser itself would open the dialog, too.
        HTMLDialogElement.prototype.showModal = new Proxy(HTMLDialogElement.prototype.showModal, {
          apply(show, dialog: HTMLDialogElement) {
            dialog.dataset.opened = 'by script'
            if (!dialog.open) Reflect.apply(show, dialog, [])
          },
        })
      })
      await page.goto(person)
      await page.getByRole('button', { name: 'Withdraw consent to texts…' }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAttribute('data-opened', 'by script')
      await pressKey(page, 'u')
      await expect(dialog).toBeVisible()
    })
  })

test('the second half of a double press does nothing on the next page, even before its script runs', async ({
  page,
}) => {
  await page.goto('/calls')
  const before = await notes()
  const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
  await page.route('**/assets/desk-*.js', async (route) => {
    await isDone
    await route.continue()
  })
  const verdict = page.getByRole('button', { name: /^No answer/ })
  await verdict.click()
  await expect(page.getByText('1 person to call', { exact: true })).toBeVisible()
  // The notice has moved the button. On many pages, the next one comes to lie under the mouse.
  await verdict.hover()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  end()
  await page.waitForLoadState()
  await expect(page.getByText('1 person to call', { exact: true })).toBeVisible()
  expect(await notes()).toBe(before + 1)
})

test('nothing can be typed that a slow answer would replace', async ({ page }) => {
  const { promise: isTyped, resolve: answer } = Promise.withResolvers<void>()
  const { promise: isPosted, resolve: post } = Promise.withResolvers<void>()
  await page.route('**/contact*', async (route) => {
    post()
    await isTyped
    await route.continue()
  })
  await page.goto(person)
  const words = page.getByLabel('What was said')
  await words.fill('Will buy in spring')
  await words.focus()
  await page.evaluate(() =>
    document.addEventListener('input', () => {
      sessionStorage.late = 'yes'
    }),
  )
  // A locator would wait for the answer.
  await page.keyboard.press('ControlOrMeta+Enter')
  await isPosted
  await page.keyboard.type(', or in summer')
  answer()
  await expect(page.getByRole('listitem').filter({ hasText: 'Will buy in spring' })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.late)).toBe(undefined)
  await words.pressSequentially('And more')
  await expect(words).toHaveValue('And more')
})

test('an address that did not fit comes back on the page to erase, and leaving that page asks', async ({
  page,
}) => {
  await page.goto(`${person}/erase`)
  const field = page.getByLabel(/^Type the address/)
  await field.pressSequentially('someone.else@example.com')
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByRole('alert')).toHaveText('This is not the person’s address.')
  await expect(field).toHaveValue('someone.else@example.com')
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    dialog.dismiss()
  })
  await page.getByRole('complementary').getByRole('link', { name: 'Leads' }).click()
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(field).toHaveValue('someone.else@example.com')
  // What is sent once more is not lost.
  await field.fill(address)
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page).toHaveURL(/\/leads\?/)
  expect(asked).toEqual(['beforeunload'])
})

test('what was chosen in a refused form comes back, and leaving it asks', async ({ page }) => {
  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    dialog.dismiss()
  })
  const leave = async () => {
    asked.length = 0
    await page.getByRole('complementary').getByRole('link', { name: 'Leads' }).click()
    await expect.poll(() => asked).toEqual(['beforeunload'])
  }
  await page.goto('/members')
  const role = page.getByLabel('Role')
  await page.getByLabel('Name for the log').fill('ada l')
  await page.getByLabel('Email address').fill(address)
  await role.selectOption('owner')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').first()).toContainText('Nobody was added: a name has up to 40')
  await expect(role).toHaveValue('owner')
  await page.getByLabel('Name for the log').fill('')
  await page.getByLabel('Email address').fill('')
  await leave()
  await role.selectOption('colleague')

  await page.goto(person)
  const kind = page.getByLabel('What happened')
  await kind.selectOption('No-show')
  await leave()
  await page.getByLabel('Starts (if you know)').fill('10000-01-02T10:00')
  await page.getByRole('button', { name: 'Save the call' }).click()
  await expect(page.getByRole('status').first()).toContainText('is not a time')
  await expect(kind).toHaveValue('no-show')
  await expect(page.getByLabel('Starts (if you know)')).toHaveValue('10000-01-02T10:00')
  await kind.selectOption('Booked')
  await page.getByLabel('Starts (if you know)').fill('')

  await sql(
    `update private.outbox set status = 'held', reason = 'suspected_bot'
    where kind = 'visitor' and lead_id in (select id from private.leads where email like '%' || $1)`,
    [address],
  )
  await page.goto(`/leads?mails=held&q=${encodeURIComponent(address)}`)
  const boxes = page.locator('main input[name=lead]')
  for (const box of [boxes.nth(0), boxes.nth(1)]) await box.check()
  // No button was pressed.
  await boxes.nth(0).evaluate((box: HTMLInputElement) => box.form?.submit())
  await expect(page.getByRole('status').first()).toHaveText('Nothing was done: no button was pressed.')
  for (const box of [boxes.nth(0), boxes.nth(1)]) await expect(box).toBeChecked()
  await expect(page.getByText('2 selected')).toBeVisible()
})

test('Enter in the day on Calls and on a box of the list presses no button', async ({ page }) => {
  const before = await notes()
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goto('/calls')
  await page.getByLabel('Call again on').press('Enter')
  await page.goto('/leads')
  await page.getByRole('checkbox').nth(1).press('Enter')
  await page.goto('/calls')
  await expect(page.getByText('2 people to call', { exact: true })).toBeVisible()
  expect(await notes()).toBe(before)
  expect(posts).toEqual([])
})

test('a key says what a call led to also right after its outcome was chosen', async ({ page }) => {
  await page.goto('/calls')
  await page.getByRole('radio', { name: 'Lost' }).check()
  await pressKey(page, 'r')
  await expect(page.getByRole('status').filter({ hasText: 'reached; lost.' })).toBeVisible()
})

test('keys can be turned off for the login', async ({ page }) => {
  const before = await notes()
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Turn shortcuts off' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Keyboard shortcuts are off.')
  await page.goto('/calls')
  await page.getByLabel('What was said').press('Escape')
  await pressKey(page, 'n')
  await expect(page.getByText('2 people to call', { exact: true })).toBeVisible()
  expect(await notes()).toBe(before)
  await page.goto('/settings')
  await page.getByRole('button', { name: 'Turn shortcuts on' }).click()
  await expect(page.getByRole('status').first()).toHaveText('Keyboard shortcuts are on.')
})

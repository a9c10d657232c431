import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http'
import { submissions } from './backend.ts'
import { gatewayUrl, variants, variantUrl } from './settings.ts'
import {
  dialog,
  expect,
  fillFields,
  fillLead,
  openDialog,
  playButton,
  player,
  submitButton,
  submitLead,
  test,
} from './test.ts'

// The tests take turns as the one backend that the server under test calls.
test.describe.configure({ mode: 'serial' })

const port = Number(new URL(variants.faulty.env.SUPABASE_URL).port)
const failure = 'There was a problem submitting your information. Please try again.'

/** Starts a backend that answers every call of the server under test like this. */
async function backend(answer: RequestListener): Promise<Server> {
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return server
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((closed) => server.close(() => closed()))
}

/** Forwards a call to the real gateway. */
const forward: RequestListener = (incoming, response) => {
  incoming.pipe(
    toGateway(incoming, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    }),
  )
}

function toGateway({ method, headers, url }: IncomingMessage, onAnswer: (answer: IncomingMessage) => void) {
  return request(`${gatewayUrl}${url}`, { method, headers }, onAnswer)
}

const faults: Record<string, RequestListener | null> = {
  'is down': null,
  'does not answer': () => {},
  'answers 500': (_, response) => response.writeHead(500).end('{"error":"internal"}'),
  'closes the connection': (incoming) => incoming.socket.destroy(),
  'answers with a page of HTML': (_, response) => response.writeHead(502).end('<h1>Bad gateway</h1>'),
}

for (const [fault, answer] of Object.entries(faults)) {
  test(`when the function ${fault}, the visitor sees the error within 15 s, the form keeps its content, and the next try succeeds`, async ({
    page,
    lead,
    consoleErrors,
  }) => {
    const broken = answer && (await backend(answer))
    await submitLead(page, lead, variantUrl('faulty'))
    const toast = dialog(page).getByRole('listitem')
    await expect(toast).toContainText('Error', { timeout: 15_000 })
    await expect(toast).toContainText(failure)
    await expect(toast).toHaveAttribute('data-type', 'error')
    await expect(submitButton(page)).toHaveText('CLAIM TRAINING>>')
    await expect(submitButton(page)).toBeEnabled()
    await expect(player(page)).toHaveCount(0)
    await expect(page.getByLabel('Full name')).toHaveValue(lead.name)
    await expect(page.getByLabel('Email')).toHaveValue(lead.email)
    await expect(page.getByLabel('Phone')).toHaveValue(lead.phone)
    await expect(page.getByRole('checkbox')).toBeChecked()
    if (broken) await stop(broken)

    const repaired = await backend(forward)
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toHaveLength(1)
    await stop(repaired)
    expect(consoleErrors).toEqual([])
  })
}

test('a lead whose answer is lost is stored once when the visitor tries again', async ({ page, lead }) => {
  let calls = 0
  const lossy = await backend((incoming, response) => {
    calls += 1
    if (calls > 1) return forward(incoming, response)
    return incoming.pipe(toGateway(incoming, () => incoming.socket.destroy()))
  })
  await submitLead(page, lead, variantUrl('faulty'))
  await expect(dialog(page).getByText(failure)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
  await stop(lossy)
})

test('a visitor who is offline sees the error, and the form keeps its content', async ({
  page,
  lead,
  context,
}) => {
  await openDialog(page)
  await fillLead(page, lead)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(dialog(page).getByText(failure)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(lead.email)
  await context.setOffline(false)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
})

test('a visitor who is offline can open and fill in the form, and submits it when back online', async ({
  page,
  lead,
  context,
}) => {
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await playButton(page).click()
  await expect(dialog(page)).toBeVisible()
  await fillLead(page, lead)
  await context.setOffline(false)
  await submitButton(page).click()
  await expect(player(page)).toBeVisible()
  expect(await submissions(lead.email)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the same content submitted again after an error is one submission, a correction is another one', async ({
    page,
    lead,
  }) => {
    const lossy = await backend((incoming) =>
      incoming.pipe(toGateway(incoming, () => incoming.socket.destroy())),
    )
    await page.goto(variantUrl('faulty'))
    for (const [phone, expected] of [
      [lead.phone, 1],
      [lead.phone, 1],
      ['201 555 0199', 2],
    ] as const) {
      await fillFields(page, { ...lead, phone })
      await submitButton(page).click()
      await expect(page.getByRole('alert')).toContainText(failure)
      expect(await submissions(lead.email)).toHaveLength(expected)
    }
    await stop(lossy)

    const repaired = await backend(forward)
    await page.getByRole('checkbox').check()
    await submitButton(page).click()
    await expect(player(page)).toBeVisible()
    expect(await submissions(lead.email)).toHaveLength(2)
    await stop(repaired)
  })
})

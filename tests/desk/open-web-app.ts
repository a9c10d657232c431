import { rm } from 'node:fs/promises'
import { after } from 'node:test'
import { parseHTML } from 'linkedom'
import { openDesk } from '../../desk/core/open-desk.ts'
import { buildInterface } from '../../desk/web/server/build-interface.ts'
import { createWebApp } from '../../desk/web/server/create-web-app.ts'
import { totpCode } from '../../local/gateway/totp.ts'
import { startStack } from '../../local/stack.ts'
import { createQuery } from '../kit/query.ts'
import { testSettings } from '../kit/test-settings.ts'
import { createDatabase } from '../sql/open-empty-database.ts'

export const origin = 'https://desk.example.org'
export const tryKey = 'the-key-of-the-desk-on-the-web-is-long'

type Headers = Record<string, string>
/** What answers requests: the app in this process, or another one. */
type Server = {
  request(
    url: string,
    init: { method: string; headers: Headers; body?: string },
  ): Response | Promise<Response>
}

/**
 * Starts the gateway and the inbox of this machine, and opens the desk on the web in this process, which reaches them
 * through HTTP. Closes all after the tests of the file.
 */
export async function openWebApp() {
  // The gateway migrates this database. Its own embedded one would take ten times as long.
  const database = process.env.TEST_DATABASE_URL ? await createDatabase([]) : undefined
  const settings = await testSettings({
    DATABASE_URL: database?.url,
    // This stack runs until the tests of all files have ended. None of them waits for a sweep.
    SWEEP_SECONDS: '3600',
  })
  const stack = await startStack(settings, { services: ['gateway', 'inbox'], log: () => {} })
  after(async () => {
    await stack.stop()
    await database?.close()
    await rm(settings.dataDir, { recursive: true })
  })
  const gateway = `http://127.0.0.1:${settings.gatewayPort}`
  const inbox = `http://127.0.0.1:${settings.inboxPort}`
  const query = createQuery(gateway, settings.secretKey)
  /** The desk of this machine. */
  const here = openDesk({ GATEWAY_PORT: String(settings.gatewayPort), DESK_KEY: settings.deskKey })
  await here.call('set_web', { issuer: `${gateway}/auth/v1`, try_key: tryKey })
  const ui = await buildInterface()
  const project = { url: gateway, publishableKey: settings.publishableKey }
  const newApp = () => createWebApp({ origin, project, tryKey, ui })

  /** What the desk has asked of Auth, such as `POST /otp`. */
  const asked: string[] = []
  const plain = globalThis.fetch
  globalThis.fetch = (input, init) => {
    const url = String(input)
    const [, path] = /\/auth\/v1(\/[^?]*)/.exec(url) ?? []
    if (path && url.startsWith(gateway)) asked.push(`${init?.method ?? 'GET'} ${path}`)
    return plain(input, init)
  }
  after(() => {
    globalThis.fetch = plain
  })

  const readMails = new Set<string>()

  /** Returns the code in the newest email to an address, which nobody has read yet. Waits for it. */
  async function codeFor(address: string): Promise<string> {
    for (let tries = 0; tries < 200; tries += 1) {
      const { messages } = await (
        await plain(`${inbox}/api/v1/messages`, { headers: { authorization: `Bearer ${settings.deskKey}` } })
      ).json()
      const mail = messages.find(
        ({ ID, To }: { ID: string; To: { Address: string }[] }) =>
          To[0]?.Address === address && !readMails.has(ID),
      )
      const [code] = /\b\d{8}\b/.exec(mail?.Subject ?? '') ?? []
      if (code) {
        readMails.add(mail.ID)
        return code
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('No mail with a code came')
  }

  /** Opens a browser that keeps cookies, and follows no redirects. */
  function openBrowser(app: Server = newApp()) {
    const cookies = new Map<string, string>()
    const setCookies: string[] = []
    async function ask(method: string, path: string, fields?: Record<string, string>, headers: Headers = {}) {
      const response = await app.request(`${origin}${path}`, {
        method,
        headers: {
          host: new URL(origin).host,
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '203.0.113.7',
          ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(fields && { body: new URLSearchParams(fields).toString() }),
      })
      for (const line of response.headers.getSetCookie()) {
        setCookies.push(line)
        const [pair = ''] = line.split(';')
        const [name = '', value = ''] = pair.split(/=(.*)/)
        if (/Max-Age=0/.test(line)) cookies.delete(name)
        else cookies.set(name, value)
      }
      const body = await response.text()
      const { document } = parseHTML(body || '<p></p>')
      return {
        status: response.status,
        to: response.headers.get('location'),
        headers: response.headers,
        body,
        document,
        title: document.querySelector('h1')?.textContent ?? '',
        /** What the page says in its main part. */
        said: document.querySelector('main')?.textContent ?? '',
        alert: document.querySelector('[role=alert]')?.textContent ?? '',
        /** The hidden fields of the form that posts to an address. */
        hidden: (action: string) =>
          Object.fromEntries(
            [...document.querySelectorAll(`form[action="${action}"] input[type=hidden]`)].map((field) => [
              field.getAttribute('name') ?? '',
              field.getAttribute('value') ?? '',
            ]),
          ),
      }
    }
    return {
      cookies,
      setCookies,
      ask,
      get: (path: string, headers?: Headers) => ask('GET', path, undefined, headers),
      post: (path: string, fields: Record<string, string>, headers?: Headers) =>
        ask('POST', path, fields, headers),
    }
  }
  type Browser = ReturnType<typeof openBrowser>

  /** Signs in with the code of the email. */
  async function typeCode({ post }: Browser, address: string) {
    await post('/sign-in', { address })
    return post('/sign-in/code', { code: await codeFor(address) })
  }

  /** Makes the second factor, and returns its secret and the letters to read to the owner. */
  async function enrol({ get, post }: Browser) {
    const page = await post('/sign-in/factor/new', {})
    const fields = page.hidden('/sign-in/factor')
    const confirmed = await post('/sign-in/factor', { ...fields, code: codeOf(fields.secret ?? '') })
    const waiting = await get('/sign-in/factor')
    const [letters = ''] = /[A-Z]{6}/.exec(waiting.said) ?? []
    return { page, confirmed, waiting, secret: fields.secret ?? '', letters }
  }

  /** Adds a member, who signs in and is pinned. Returns the browser and the secret of the second factor. */
  async function join(name: string, role: string, browser = openBrowser()) {
    const address = `${name}@example.org`
    await here.call('add_member', { name, address, role })
    await typeCode(browser, address)
    const { secret, letters } = await enrol(browser)
    await here.call('pin_member', { name, letters })
    return { browser, secret, address }
  }

  return { ui, gateway, settings, query, here, asked, codeFor, openBrowser, newApp, typeCode, enrol, join }
}

/** Returns the code that an app shows. Auth takes each once, so `later` takes that of the next 30 s. */
export const codeOf = (secret: string, later = 0) => totpCode(secret, Date.now() / 1000 + later)

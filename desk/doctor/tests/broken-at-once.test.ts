import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, mock, test } from 'node:test'
import { throwAwayCertificate } from '../../../proof/page/certificate.ts'
import { printResults } from '../print-results.ts'
import type { Result } from '../result.ts'
import { readTarget } from '../target.ts'
import { openHostedDatabase } from './open-hosted-database.ts'
import { openNameServer } from './open-name-server.ts'
import { openPage } from './open-page.ts'
import { openStub } from './open-stub.ts'
import { soundHealth } from './sound-health.ts'

const certificate = throwAwayCertificate()
const folder = mkdtempSync(path.join(tmpdir(), 'doctor-test-'))
const videoUrl = 'https://youtu.be/aqz-KE-bpKQ'

const nameServer = await openNameServer({
  '': [],
  'brand.example': ['v=spf1 include:one.example -all', 'v=spf1 include:two.example -all'],
  'google._domainkey.brand.example': ['v=DKIM1; k=rsa; p='],
})
const page = await openPage(certificate, videoUrl)
// Whoever asks is let in.
const project = await openStub()
project.served.body = JSON.stringify(
  soundHealth({
    version: 'older',
    settings: [{ variable: 'OWNER_EMAIL', fault: 'must be an e-mail address' }],
    siteUrl: 'https://old.brand.example/',
    smtp: { status: 'login_refused', reason: 'EAUTH AUTH PLAIN 535' },
    mail: { status: 'failed', reason: 'the settings are wrong' },
  }),
)
const database = await openHostedDatabase(project.url)
after(async () => {
  page.close()
  nameServer.close()
  project.close()
  await database.close()
  rmSync(folder, { recursive: true })
})

page.served.httpAnswers = true
const { headers } = page.served.page
headers['Content-Security-Policy'] = (headers['Content-Security-Policy'] ?? '')
  .replaceAll(/'sha256-[^']+'/g, "'unsafe-inline'")
  .replace("base-uri 'none'", "base-uri 'self'")
delete headers['Strict-Transport-Security']
delete headers['X-Content-Type-Options']
headers['X-Robots-Tag'] = 'noindex'
page.served.page.html = page.served.page.html.replace(page.url, 'http://localhost:3000/')

await database.run(`
  delete from supabase_migrations.schema_migrations where version = '20261123000012';
  insert into supabase_migrations.schema_migrations values ('20991231000000', 'future');
  update cron.job set active = false;
  update vault.decrypted_secrets set decrypted_secret = 'https://old.supabase.co' where name = 'project_url';
  update cron.job_run_details set status = 'failed', return_message = E'ERROR: no connection\\nDETAIL: hidden-row';
  insert into net._http_response (status_code) values (401);
  update lead_emails set status = (array['pending', 'dead', 'held', 'held', 'sent', 'sent'])[number],
      due_at = now() - interval '11 minutes'
    from (select id, row_number() over (order by id) as number from lead_emails) one where one.id = lead_emails.id`)

const variables = {
  SITE_URL: page.url,
  VIDEO_URL: 'https://www.youtube.com/@hidden-channel',
  SUPABASE_URL: project.url,
  SUPABASE_SECRET_KEY: 'sb_publishable_hidden',
  SUPABASE_DB_URL: database.url,
  NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'hidden-key',
  PORT: 'http',
}

/** What is broken, and the sentence that says so. */
const broken: [string, RegExp][] = [
  [
    'a build key that is no key',
    /^NEXT_SERVER_ACTIONS_ENCRYPTION_KEY must be 16, 24 or 32 bytes in base64\.$/,
  ],
  ['a port that is none', /^PORT must be a port number\.$/],
  ['the publishable key of the project', /^SUPABASE_SECRET_KEY is a publishable key, /],
  [
    'another SITE_URL in the function',
    /^SITE_URL is https:\/\/localhost:\d+\/ on the site, but https:\/\/old\.brand\.example\/ in/,
  ],
  ['another VIDEO_URL in the function', /^VIDEO_URL of the site differs from VIDEO_URL of the function, /],
  ['a channel instead of a video', /^VIDEO_URL names no single video /],
  ['a function of another version', /^The deployed function is of another version /],
  ['a function that lets everybody in', /^The function lets a wrong key in, /],
  ['an owner without an address', /^OWNER_EMAIL of the function must be an e-mail address\.$/],
  ['a wrong password of the mail server', /^The mail server refuses the login in SMTP_URL \(EAUTH/],
  ['a test mail that nobody can get', /^The test mail could not be sent \(the settings are wrong\)\.$/],
  ['two SPF records', /^brand\.example has 2 SPF records, /],
  ['a DKIM key that was withdrawn', /^brand\.example has withdrawn the key /],
  ['no DMARC record', /^brand\.example has no DMARC record, /],
  [
    'a migration that was not applied',
    /^The database lacks 1 of \d+ migrations, the first 20261123000012\.$/,
  ],
  [
    'a migration of a later version',
    /^The database has migrations that these sources do not know, the last 20991231000000/,
  ],
  ['a sweep that is switched off', /^The sweep is switched off in pg_cron, /],
  ['a sweep that fails', /^The sweep failed at \S+: ERROR: no connection\.$/],
  ['a sweep that the function refuses', /^The function refused the last call at \S+\.$/],
  ['a sweep of another project', /^project_url in Vault is another address than SUPABASE_URL\.$/],
  ['a mail that nobody sends', /^1 mail is ten minutes overdue, /],
  ['a mail that failed', /^1 mail failed\.$/],
  ['mails that are held', /^2 mails are held because /],
  ['an unencrypted page', /^http:\/\/localhost:\d+\/ answers without leading on to https\.$/],
  ['an inline script without its hash', /^The policy blocks 1 of the 1 inline scripts of the page\.$/],
  ['an inline style without its hash', /^The policy blocks 1 of the 1 inline styles of the page\.$/],
  [
    'a policy that something else wrote',
    /^The policy is not the one of these sources and VIDEO_URL: img-src, base-uri\.$/,
  ],
  ['a page without HSTS', /^The page comes without the header Strict-Transport-Security: /],
  ['a page without nosniff', /^The page comes without the header X-Content-Type-Options: nosniff\.$/],
  [
    'a page that was built for another address',
    /^The page calls itself http:\/\/localhost:3000\/, but SITE_URL is https:/,
  ],
  ['a page that was built as a preview', /^The page keeps search engines out \(noindex\)\.$/],
  ['no terms', /^Terms has no address yet, /],
  ['no privacy page', /^Privacy has no address yet, /],
]

const { code, output } = await doctor(['--json', '--mail'])
const results = JSON.parse(output) as Result[]
const faults = results.filter(({ status }) => status === 'fault')

for (const [what, sentence] of broken) {
  test(`beside all the others it names ${what}`, () => {
    const found = faults.filter((result) => sentence.test(result.sentence))
    assert.equal(found.length, 1, faults.map((result) => result.sentence).join('\n'))
    assert.ok(found[0]?.todo)
  })
}

test('it names nothing else, and ends with 1', () => {
  const others = faults.filter((result) => !broken.some(([, sentence]) => sentence.test(result.sentence)))
  assert.deepEqual(others, [])
  assert.equal(code, 1)
})

test('it shows no key, no password and no address of a person or of the video', () => {
  const printed: string[] = []
  mock.method(console, 'log', (line: string) => printed.push(line))
  printResults(readTarget(variables), results)
  mock.restoreAll()
  assert.ok(printed.some((line) => line.includes('FAULT')))
  for (const text of [output, ...printed]) assert.doesNotMatch(text, /hidden|aqz-KE-bpKQ|example\.com/)
})

test('it says how it is called', async () => {
  const { code, output } = await doctor(['--help'])
  assert.equal(code, 0)
  assert.match(output, /^Usage: npm run doctor -- \[options\]\n[\s\S]*--mail/)
})

/** Runs the command in a folder without .env files; it asks the name server of the test and trusts its certificate. */
function doctor(options: string[]) {
  const preload = new URL('trust.ts', import.meta.url).href
  const file = path.join(import.meta.dirname, '../../cli/run.ts')
  const env = {
    ...variables,
    DOCTOR_TEST_CERTIFICATE: certificate.cert,
    DOCTOR_TEST_NAME_SERVER: nameServer.server,
  } as unknown as NodeJS.ProcessEnv
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const args = ['--import', preload, file, 'doctor', ...options]
    const child = execFile(process.execPath, args, { cwd: folder, env }, (_error, out, errors) =>
      resolve({ code: child.exitCode, output: out + errors }),
    )
  })
}

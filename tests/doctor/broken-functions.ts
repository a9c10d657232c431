import { refusing } from './open-mail-server.ts'
import { other, project, videoUrl } from './sound-project.ts'
import { type Broken, nobody, type World } from './world.ts'

const set = (changes: object) => (world: World) => Object.assign(world.variables, changes)
const setFunction = (changes: object) => (world: World) => Object.assign(world.functionVariables, changes)
const deployed = (status: number, body: object | string) => (world: World) => {
  world.deployed = () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
}
/** Leaves the function as it is, but changes these values in the health that it reports. */
const telling = (changes: object) => (world: World) => {
  world.deployed = async (request, real) => {
    const answer = await real(request, real)
    if (!request.url.endsWith('/health') || !answer.ok) return answer
    return Response.json({ ...((await answer.json()) as object), ...changes })
  }
}
/** Makes the mail server refuse this address as the recipient or the sender of the test email. */
const refuse = (as: keyof typeof refusing, variable: string, address: string) => (world: World) => {
  refusing[as] = address
  Object.assign(world, { mail: true })
  Object.assign(world.functionVariables, { [variable]: address })
}
const variables = 'site variables'
const settings = 'function variables'
const unmailed = 'mail server'

// biome-ignore format: a table, a line for each
export const brokenFunctions: Broken[] = [
  ['a missing secret key', set({ SUPABASE_SECRET_KEY: '' }), /^SUPABASE_SECRET_KEY is missing/, variables, 'key accepted'],
  ['a missing address of the project', set({ SUPABASE_URL: '' }), /^SUPABASE_URL is missing/, variables, 'function'],
  ['the publishable key', set({ SUPABASE_SECRET_KEY: 'sb_publishable_x' }), /is a publishable key/, variables, 'key accepted'],
  ['a legacy key', set({ SUPABASE_SECRET_KEY: 'eyJhbGciOiJIUzI1NiJ9.e30.x' }), /is a legacy key/, variables, 'key accepted'],
  ['a key of another project', set({ SUPABASE_SECRET_KEY: 'sb_secret_x' }), /does not accept SUPABASE/, 'key accepted'],
  ['an address with a path', set({ SUPABASE_URL: `https://${project}.supabase.co/rest/v1` }), /must be https:\/\/ and a host/, variables],
  ['an address without TLS', set({ SUPABASE_URL: `http://${project}.supabase.co` }), /must be https:\/\/ and a host/, variables],
  ['an address without https://', set({ SUPABASE_URL: `${project}.supabase.co` }), /must be https:\/\/ and a host/, variables, 'function'],
  ['a missing SITE_URL', set({ SITE_URL: '' }), /^SITE_URL is missing/, variables],
  ['a SITE_URL without https://', set({ SITE_URL: 'training.example' }), /^SITE_URL must be/, variables],
  [
    'a SITE_URL of this machine',
    set({ SITE_URL: 'https://localhost:3000' }),
    /your own machine/,
    variables,
    'same SITE_URL',
    'page',
  ],
  ['a SITE_URL without TLS', set({ SITE_URL: 'http://training.example' }), /must be https/, variables, 'same SITE_URL', 'page'],
  ['a SITE_URL of another page', set({ SITE_URL: 'https://training.example/en' }), /without a path/, variables, 'same SITE_URL', 'page'],
  ['no video', set({ VIDEO_URL: undefined }), /^VIDEO_URL is missing/, variables, 'video'],
  ['an empty video', set({ VIDEO_URL: '' }), /^VIDEO_URL is not a video/, variables],
  [
    'a channel instead of a video',
    set({ VIDEO_URL: 'https://www.youtube.com/@hidden' }),
    /is not a video/,
    variables,
  ],
  ['a video without TLS', set({ VIDEO_URL: videoUrl.replace('https', 'http') }), /^VIDEO_URL must be https/, variables],
  ['malformed captions', set({ VIDEO_CAPTIONS_URL: 'ftp://x/a.vtt' }), /^VIDEO_CAPTIONS_URL must be paths/, variables],
  ['captions beside no file', set({ VIDEO_URL: 'none', VIDEO_CAPTIONS_URL: '/a.vtt' }), /works only with a file/, variables],
  ['no word about privacy', set({ PRIVACY_LINK: '' }), /^PRIVACY_LINK is missing/, variables, 'privacy'], ['a privacy link in the wrong place', set({ PRIVACY_LINK: '/privacy' }), /can only be none/, variables, 'privacy'],
  ['no secret of the site', set({ SITE_SECRET: '' }), /^SITE_SECRET is missing/, variables],
  ['a build key that is none', set({ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'hidden' }), /must be 16, 24 or 32/, variables],
  ['a port that is none', set({ PORT: 'http' }), /^PORT must be a port number/, variables], ['a mistyped SUPABASE_URL', set({ SUPABASE_URL: `https://${other}.supabase.co` }), /live site uses a/, 'same project', 'build'],
  ['a database of another project', set({ SUPABASE_DB_URL: `postgres://postgres.${other}:secret@db.pooler.example/postgres` }), /but SUPABASE_DB_URL of project z/, 'same project'],
  ['a project that is paused', (world) => Object.assign(world, { deployed: nobody }), /^SUPABASE_URL does not answer/, 'function', 'site call', 'sweep answer'],
  ['a function that was not deployed', deployed(404, { code: 'NOT_FOUND' }), /is not deployed/, 'function', 'sweep answer'],
  ['a function that does not start', deployed(503, { code: 'BOOT_ERROR' }), /does not start/, 'function', 'site call', 'sweep answer'],
  ['verify_jwt', deployed(401, { code: 'UNAUTHORIZED_NO_AUTH_HEADER' }), /because verify_jwt is on/, 'function', 'site call', 'sweep answer'],
  ['another server', deployed(418, '<!doctype html>'), /but not as this function/, 'function', 'site call', 'sweep answer'],
  ['a project without a secret key', setFunction({ SUPABASE_SECRET_KEYS: '{}' }), /finds no secret key/, 'function', 'site call', 'sweep answer'],
  ['a function of another version', telling({ version: 'older' }), /is not of the same version/, 'function version'],
  ['an older function that cannot claim emails, and that alone', telling({ version: 'older', database: { status: 'unavailable', reason: 'claim_mails: PGRST202' } }), /is not of the same version/, 'function version'],
  [
    'a function that lets everybody in',
    (world) => {
      world.deployed = (request, real) => {
        const headers = { ...Object.fromEntries(request.headers), apikey: 'sb_secret_test' }
        return real(new Request(request, { headers }), real)
      }
    },
    /lets a wrong key in/,
    'key accepted',
  ],
  ['no mail server', setFunction({ SMTP_URL: '' }), /^SMTP_URL of the function is missing/, settings, unmailed],
  ['a mail server without a scheme', setFunction({ SMTP_URL: 'mail.example' }), /must be smtp/, settings, unmailed],
  ['a password with a bare slash', setFunction({ SMTP_URL: 'smtps://u:hid@den/x@mail.example' }), /percent-encoded/, settings, unmailed],
  ['a port that Supabase blocks', setFunction({ SMTP_URL: 'smtp://mail.example:587' }), /must not use port 25 or 587/, settings, unmailed],
  ['no sender', setFunction({ MAIL_FROM: '' }), /^MAIL_FROM of the function is missing/, settings], ['a sender without an address', setFunction({ MAIL_FROM: 'Brand' }), /must hold an email address/, settings],
  ['no owner', setFunction({ OWNER_EMAIL: '' }), /^OWNER_EMAIL of the function is missing/, settings],
  ['an owner without an address', setFunction({ OWNER_EMAIL: 'me' }), /must be an email address/, settings],
  [
    'a function without SITE_URL',
    setFunction({ SITE_URL: '' }),
    /^SITE_URL of the function is missing/,
    settings,
  ],
  ['a function with a malformed SITE_URL', setFunction({ SITE_URL: 'training' }), /must be an http/, settings],
  ['another SITE_URL in the function', setFunction({ SITE_URL: 'https://old.example' }), /but https:\/\/old\.example\/ in/, 'same SITE_URL'],
  ['a webhook without TLS', setFunction({ LEADS_WEBHOOK_URL: 'http://crm.example/', LEADS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`, }), /must be an https/, settings],
  ['a webhook without a secret', setFunction({ LEADS_WEBHOOK_URL: 'https://93.184.216.34/' }), /^LEADS_WEBHOOK_SECRET/, settings],
  ['a webhook with a short secret', setFunction({ LEADS_WEBHOOK_URL: 'https://93.184.216.34/', LEADS_WEBHOOK_SECRET: 'whsec_x' }), /24 to 64 bytes/, settings],
  ['a webhook into a private network', setFunction({ LEADS_WEBHOOK_URL: 'https://10.0.0.1/', LEADS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` }), /private network/, settings],
  ['a mail server that is not there', setFunction({ SMTP_URL: 'smtp://127.0.0.1:9' }), /cannot be reached/, unmailed],
  ['a wrong password', (world) => Object.assign(world.functionVariables, { SMTP_URL: `smtp://user:wrong@127.0.0.1:${world.smtpPort}` }), /refuses the login/, unmailed],
  ['a mail server without TLS', (world) => Object.assign(world.functionVariables, { SMTP_URL: `smtps://user:wrong@127.0.0.1:${world.smtpPort}` }), /offers no valid TLS/, unmailed],
  ['an owner whom the mail server refuses', refuse('recipient', 'OWNER_EMAIL', 'gone@brand.example'), /could not be sent \(EENVELOPE RCPT TO 550/, 'test email'],
  ['a sender whom the mail server refuses', refuse('sender', 'MAIL_FROM', 'other@brand.example'), /could not be sent \(EENVELOPE MAIL FROM 550/, 'test email'],
  ['two SPF records', (world) => world.zone['brand.example']?.push('v=spf1 -all'), /has 2 SPF records/, 'sender SPF'],
  ['an SPF record for everybody', (world) => Object.assign(world.zone, { 'brand.example': ['v=spf1 +all'] }), /lets every server/, 'sender SPF'],
  ['a revoked DKIM key', (world) => Object.assign(world.zone, { 'resend._domainkey.brand.example': ['v=DKIM1; k=rsa; p='] }), /is revoked/, 'sender DKIM'],
  ['an SPF record that cannot be read', (world) => Object.assign(world.zone, { 'brand.example': ['v=spf1 include:mail.example all~'] }), /cannot be read at “all~”/, 'sender SPF'],
  ['an SPF record that includes nothing', (world) => Object.assign(world.zone, { 'brand.example': ['v=spf1 include:gone.example -all'] }), /includes gone\.example, which has no SPF record/, 'sender SPF'],
  ['an SPF record that was pasted with its quotes', (world) => Object.assign(world.zone, { 'brand.example': ['"v=spf1 include:mail.example -all"'] }), /with its quotation marks/, 'sender SPF'],
  ['a DKIM key that was pasted with its quotes', (world) => Object.assign(world.zone, { 'resend._domainkey.brand.example': ['"v=DKIM1; p=MIGf"'] }), /with its quotation marks/, 'sender DKIM'],
  ['a DMARC record that was pasted with its quotes', (world) => Object.assign(world.zone, { '_dmarc.brand.example': ['"v=DMARC1; p=none"'] }), /with its quotation marks/, 'sender DMARC'],
  ['a sender at Yahoo', setFunction({ MAIL_FROM: 'brand@yahoo.com' }), /nobody but yahoo\.com can sign/, 'sender DKIM'],
  ['a sender at Outlook', setFunction({ MAIL_FROM: 'brand@Outlook.com' }), /nobody but outlook\.com can sign/, 'sender DKIM'],
  ['no DMARC record', (world) => delete world.zone['_dmarc.brand.example'], /has no DMARC record/, 'sender DMARC'],
  ['two DMARC records', (world) => world.zone['_dmarc.brand.example']?.push('v=DMARC1; p=none'), /has 2 DMARC/, 'sender DMARC'],
  ['a DMARC record without a policy', (world) => Object.assign(world.zone, { '_dmarc.brand.example': ['v=DMARC1; rua=mailto:a@b.c'] }), /no valid p=/, 'sender DMARC'],

]

import { playerPage } from '../kit/player-page.ts'
import { project } from './sound-project.ts'
import { nobody, type World } from './world.ts'

type Sound = [what: string, change: (world: World) => unknown]

const sql = (statements: string) => (world: World) => world.query(statements)
const everywhere = (changes: object) => (world: World) => {
  for (const place of [world.variables, world.functionVariables, world.site]) Object.assign(place, changes)
}
const video = (url: string, host: string, status: number) => (world: World) => {
  everywhere({ VIDEO_URL: url })(world)
  world.hosts[host] = () => new Response('{}', { status })
}
const headers = (changes: object) => (world: World) => {
  world.alterPage = (html, present) => {
    for (const name of ['age', 'x-vercel-cache']) present.delete(name)
    return [html, changes]
  }
}
const databaseAt = (url: string) => (world: World) => Object.assign(world.variables, { SUPABASE_DB_URL: url })
const sweepAnswered = (status: number) =>
  sql(`insert into net._http_response (status_code) values (${status})`)

// biome-ignore format: a table, a line for each
export const soundSetUps: Sound[] = [
  ['a project as docs/deploy.md makes it', () => {}],
  ['one that sends a test email', (world) => Object.assign(world, { mail: true })],
  ['one without an address of the database', (world) => delete world.variables.SUPABASE_DB_URL],
  [
    'slashes behind the addresses',
    async (world) => {
      everywhere({ SITE_URL: 'https://training.example/' })(world)
      world.variables.SUPABASE_URL += '/'
      await world.query(`update vault.secrets set secret = secret || '/'`)
    },
  ],
  ['an unlucky call of pg_net by something else', sweepAnswered(401)],
  ['a sweep that failed once, hours ago', sweepAnswered(503)],
  [
    'a clock of this machine that is ten minutes ahead',
    (world) => Object.assign(world, { clockAheadMs: 600_000 }),
  ],
  ['one address that was mistyped', sql(`update outbox set status = 'failed', reason = 'rejected' where id = (select id from outbox limit 1)`)],
  ['emails of a bot that are held', sql(`update outbox set status = 'held', reason = 'suspected_bot'`)], ['emails that wait for their next attempt', sql(`update outbox set status = 'pending', reason = null, due_at = now() + interval '1 minute'`)],
  ['a run of the sweep that failed between others', sql(`insert into cron.job_run_details (jobid, status, start_time) select jobid, 'failed', now() from cron.job where jobname = 'sweep-outbox'`)],
  ['a job that failed once, and succeeded since', sql(`insert into cron.job_run_details (jobid, status, start_time) select jobid, status, now() from cron.job, (values ('failed'), ('succeeded'), ('running')) run (status) where jobname = 'rebuild-search'`)],
  ['a job that has not run yet', sql('delete from cron.job_run_details')],
  [
    'a domain of its own for the project',
    (world) => {
      world.hosts['api.example'] = (request) => world.callFunction(request)
      for (const place of [world.variables, world.site]) place.SUPABASE_URL = 'https://api.example'
    },
  ],
  ['a database by its own host', databaseAt(`postgres://postgres:secret@db.${project}.supabase.co/postgres`)], ['a database by a login of a colleague', databaseAt(`postgres://reader.${project}:secret@db.pooler.example/postgres`)],
  ['a role of the operator that reads leads', sql('create role operators_own; grant select on leads to operators_own')],
  ['tables and functions of another application', sql(`create table public.invoices (id int); grant all on public.invoices to anon; create function public.list_invoices() returns int language sql as 'select 1'`)],
  ['a job of another application', sql(`select cron.schedule('other', '0 0 * * *', 'select 1')`)],
  ['double opt-in', sql('update lead_settings set double_opt_in = true')],
  [
    'a new key, while the site still has the old one',
    (world) =>
      Object.assign(world.functionVariables, {
        SUPABASE_SECRET_KEYS: '{"old": "sb_secret_test", "new": "sb_secret_new"}',
      }),
  ],
  ['a video of YouTube', video('https://youtu.be/aqz-KE-bpKQ', 'www.youtube.com', 200)],
  [
    'a video of YouTube whose player says that it plays',
    (world) => {
      video('https://youtu.be/aqz-KE-bpKQ', 'www.youtube.com', 200)(world)
      world.hosts['www.youtube-nocookie.com'] = () => new Response(playerPage('OK'))
    },
  ],
  [
    'a video of YouTube whose player asks for consent first',
    (world) => {
      video('https://youtu.be/aqz-KE-bpKQ', 'www.youtube.com', 200)(world)
      world.hosts['www.youtube-nocookie.com'] = () => new Response('<title>Before you continue</title>')
    },
  ],
  [
    'a video that Vimeo shows on this site alone',
    (world) => {
      video('https://vimeo.com/304887422', 'vimeo.com', 200)(world)
      world.hosts['vimeo.com'] = ({ headers }) =>
        Response.json(headers.get('referer') === 'https://training.example/' ? {} : { domain_status_code: 403 })
    },
  ],
  [
    'an unlisted video with a picture of its own',
    (world) => {
      video('https://vimeo.com/304887422/34c51f7a09', 'vimeo.com', 200)(world)
      world.alterPage = (html) => [`${html}<img src="/poster/wide.jpg" data-poster="">`, {}]
    },
  ],
  ['a video of Vimeo for this site alone', video('https://vimeo.com/304887422', 'vimeo.com', 403)],
  ['a host of videos that does not answer', video('https://vimeo.com/304887422', 'vimeo.com', 503)],
  ['no video, on purpose', everywhere({ VIDEO_URL: 'none' })],
  [
    'captions on the site itself',
    (world) => Object.assign(world.variables, { VIDEO_CAPTIONS_URL: '/training.en.vtt' }),
  ],
  ['captions of another host', (world) => Object.assign(world.variables, { VIDEO_CAPTIONS_URL: 'https://subs.example/training.en.vtt' })],
  [
    'a privacy page',
    (world) => {
      delete world.variables.PRIVACY_LINK
      world.sender.links.splice(1, 1, { text: 'Privacy', href: '/privacy' })
    },
  ],
  ['terms that come by scripts', (world) => Object.assign(world.legalPages, { '/terms': '<div id=app></div><script>render("terms")</script>' })],
  ['a privacy page in other words', (world) => {
    delete world.variables.PRIVACY_LINK
    world.sender.links.splice(1, 1, { text: 'Privacy', href: '/privacy' })
    world.legalPages['/privacy'] = `${'<p>About you.</p>'.repeat(30)}<p>All of the above exclude text messaging originator opt-in data and consent.</p>`
  }],
  ['a webhook', (world) => Object.assign(world.functionVariables, { LEADS_WEBHOOK_URL: 'https://93.184.216.34/', LEADS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`, })],
  ['a login for the backup', (world) => Object.assign(world.variables, { BACKUP_DB_URL: 'postgres://backup_operator:x@db.example/postgres' })],
  ['a provider that sends under its own domain', (world) => delete world.zone['brand.example']], ['a DKIM key under another selector', (world) => delete world.zone['resend._domainkey.brand.example']], ['a DMARC record of the domain above', (world) => Object.assign(world.functionVariables, { MAIL_FROM: 'a@mail.brand.example' })],
  [
    'a machine without DNS',
    (world) => {
      world.zone = {}
    },
  ],
  ['a host other than Vercel', headers({ 'Cache-Control': 's-maxage=31536000' })],
  ['a cache in front that is minutes old', headers({ Age: '600' })],
  [
    'a host that does not listen to http',
    (world) => {
      const { fetch } = world
      world.fetch = (request) => (request.url.startsWith('http:') ? nobody(request, nobody) : fetch(request))
    },
  ],

]

import assert from 'node:assert/strict'
import type { Variables } from '../../desk/doctor/target.ts'
import { legalPages, project, soundFunction, soundVariables, soundZone } from './sound-project.ts'
import type { World } from './world.ts'

const places = (todo: string, world: World) =>
  [
    /operator\.env|^Set (?!.* of the function)/.test(todo) && world.variables,
    /of the function/.test(todo) && world.functionVariables,
    /of the site|where the site/.test(todo) && world.site,
  ].filter((place) => place !== false)

const webhook: Variables = {
  LEADS_WEBHOOK_URL: 'https://93.184.216.34/',
  LEADS_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
}

/**
 * Does what the text of a remedy says. Depending on the text, runs SQL, sets variables, deploys, builds or publishes.
 * Throws if it cannot follow the text.
 */
export async function follow(todo: string, world: World): Promise<void> {
  const done: string[] = []
  const act = async (pattern: RegExp, work: (match: RegExpExecArray) => unknown) => {
    const match = pattern.exec(todo)
    if (!match) return
    done.push(pattern.source)
    await work(match)
  }
  await act(/Turn on Vault/, () => world.query('create extension if not exists supabase_vault'))
  await act(/step 4/, () =>
    world.query(`select vault.create_secret('https://${project}.supabase.co', 'project_url')`),
  )
  await act(/Turn on pg_cron/, () => world.query('create extension if not exists pg_cron'))
  await act(/Turn on (?:pg_cron and )?pg_net/, () =>
    world.query(
      'create schema if not exists extensions; create extension if not exists pg_net with schema extensions',
    ),
  )
  await act(/Run in the SQL editor(?: of project (\w+))?: (.+;)$/, async ([, id, sql = '']) => {
    assert.equal(id ?? project, project, 'the SQL is for the database that was examined')
    await world.query(sql)
    if (sql.includes('worker_restart')) world.isNetAlive = true
  })
  await act(/[Ss]et ([A-Z][A-Z_]+)(?: and ([A-Z_]+))?/, ([, ...names]) => {
    // If the remedy contains the address of the project, uses that address.
    const [named] = /https:\/\/\w{20}\.supabase\.co/.exec(todo) ?? []
    for (const place of places(todo, world))
      for (const name of names.filter(Boolean)) {
        const isFunction = place === world.functionVariables
        const sound = isFunction
          ? { ...webhook, ...soundFunction(world.smtpPort) }[name]
          : soundVariables[name]
        const same = place === world.site ? world.variables[name] : sound
        place[name] =
          name === 'SUPABASE_URL' && named
            ? named
            : name === 'SITE_URL' || name === 'VIDEO_URL'
              ? sound
              : (same ?? sound)
        if (place[name] === undefined) delete place[name]
      }
    if (/with a secret key/.test(todo))
      world.variables.SUPABASE_SECRET_KEY = soundVariables.SUPABASE_SECRET_KEY
    if (names.includes('SUPABASE_DB_URL') || names.includes('PGSSLROOTCERT')) world.open = undefined
  })
  await act(
    /[Dd]eploy (?:it|the function)|turns verify_jwt off|Read its log|Make a secret key|restore the project/,
    () => {
      world.deployed = undefined
      delete world.functionVariables.SUPABASE_SECRET_KEYS
    },
  )
  await act(
    /[Bb]uild (?:and deploy|it|the site)|deploy it again|Have the|Let no proxy|Turn (?:its challenge |that )?off|Look at the log|its DNS|update these sources/,
    () => {
      world.alterPage = undefined
      world.build = undefined
      world.hosts = {}
    },
  )
  await act(
    /Have (?:its|the video's) host|Convert it|Give it cues|Correct VIDEO_CAPTIONS_URL|Write each time|Save it in UTF-8/,
    () => {
      world.hosts = {}
    },
  )
  await act(/Correct the href|an href in/, () => {
    world.sender.links = [{ text: 'Terms', href: '/terms' }, { text: 'Privacy' }]
  })
  await act(/Add it to the page at (\S+);/, ([, path = '']) => {
    world.legalPages[path] = legalPages[path as keyof typeof legalPages]
  })
  await act(/Publish at (\S+?):? /, ([, name = '']) => {
    const [, literal] = /: (v=DMARC1; p=none; rua=mailto:)</.exec(todo) ?? []
    world.zone[name] = literal ? [`${literal}you@brand.example`] : (soundZone[name] ?? null)
  })
  await act(/Remove this DNS record of (\S+): AAAA/, ([, name = '']) => {
    world.zone[name] = world.zone[name]?.filter((record) => !record.startsWith('AAAA')) ?? null
  })
  await act(/the provider must allow that sender/, () => {
    world.functionVariables.MAIL_FROM = 'Brand <training@brand.example>'
    world.functionVariables.OWNER_EMAIL = 'owner@brand.example'
  })
  await act(/Book a call yourself/, () =>
    world.query(`insert into booking_events (lead_id, kind, booking, said_by)
      select id, 'booked', 'own', 'calendly' from leads limit 1`),
  )
  await act(/Apply the migrations/, () => world.undo())
  await act(/Update your copy/, () =>
    world.query(`delete from supabase_migrations.schema_migrations where version > '2099'`),
  )
  await act(/sent automatically/, async () => {
    await world.query(`update outbox set due_at = now() where status = 'pending'`)
    await world.desk.call('start_sweep')
  })
  await act(/The sweep tries again/, () => world.query('select run_housekeeping()'))
  await act(/Fix the faults shown|Look at cron|cron\.job_run_details|Look again/, () =>
    // After such a repair, the next sweep would have done this without our help.
    world.query(`
      insert into cron.job_run_details (jobid, status, return_message, start_time)
        select jobid, 'succeeded', '1 row', now() from cron.job where jobname = 'sweep-outbox';
      select seal_submissions()`),
  )
  assert.ok(done.length > 0, `nobody could follow: ${todo}`)
}

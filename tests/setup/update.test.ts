import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { openAccount } from './open-account.ts'

for (const tool of Object.values(tools)) installTool(tool)

test('an update goes live in order, stops at the first fault, and is rolled back', async () => {
  await using account = await openAccount()
  const { api, vercel, printed, folder } = account
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim()
  const name = 'training-example-com'
  api.state.projects.push({ ref: 'abcdefghijklmnopqrst', name, region: 'eu-central-1', looks: 2 })
  vercel.state.project = { name, region: 'fra1' }
  Object.assign(vercel.state, { domains: ['training.example.com'], live: 'dpl_older' })
  const stored = {
    SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    SUPABASE_SECRET_KEY: api.state.keys[0]?.api_key ?? '',
    VERCEL_TEAM: 'example',
    ...{ SITE_URL: 'https://training.example.com', SMTP_URL: 'smtps://a:b@smtp.example.com' },
  }
  const lines = Object.entries(stored).map(([variable, value]) => `${variable}="${value}"\n`)
  writeFileSync(path.join(folder, 'operator.env'), lines.join(''))

  // The function of the older commit is of another version.
  const digestFile = path.join(folder, 'supabase/functions/send-lead-email/source-digest.ts')
  const current = readFileSync(digestFile, 'utf8')
  writeFileSync(digestFile, `export const sourceDigest = 'older'\n`)
  git('init', '--quiet')
  git('add', 'supabase', 'site', '.gitignore', '.vercelignore')
  git('commit', '--quiet', '-m', 'older')
  vercel.state.deployments.push({ uid: 'dpl_older', meta: { commit: git('rev-parse', 'HEAD') }, files: [] })
  writeFileSync(digestFile, current)
  git('add', 'supabase')
  git('commit', '--quiet', '-m', 'newer')

  /** The deployment that the domain serves, and the versions of the page and of the function that answers. */
  const served = () => {
    const { meta } = vercel.state.deployments.find(({ uid }) => uid === vercel.state.live) ?? {}
    const text = git('show', `${meta?.commit}:supabase/functions/send-lead-email/source-digest.ts`)
    return { live: vercel.state.live, page: /'(\w+)'/.exec(text)?.[1], function: api.state.version }
  }
  const newer = /'(\w+)'/.exec(current)?.[1]

  api.state.faults.set('POST /v1/projects/:ref/functions/deploy', 500)
  assert.equal(await account.update(), 1)
  assert.match(printed.join('\n'), /database +Pushed[\s\S]*STOP.* function .*has a fault/)
  assert.equal(vercel.state.deployments.length, 1, 'the page waits for the function')

  api.state.faults.clear()
  printed.length = 0
  assert.equal(await account.update(), 0, printed.join('\n'))
  assert.equal(vercel.state.deployments.length, 2)
  // The file is of a version that knew no secret for reports.
  assert.match(api.state.secrets.get('REPORT_SECRET') ?? '', /^[\w-]{43}$/)
  assert.deepEqual(served(), { live: 'dpl_1', page: newer, function: newer })

  printed.length = 0
  // The page is rolled back, but not the function. The next run does not go back one version more.
  api.state.faults.set('POST /v1/projects/:ref/functions/deploy', 500)
  assert.equal(await account.rollBack(), 1)
  assert.deepEqual(served(), { live: 'dpl_older', page: 'older', function: newer })
  assert.match(printed.join('\n'), /page +Rolled back to dpl_older[\s\S]*STOP.* function /)
  api.state.faults.clear()
  assert.equal(await account.rollBack(), 0, printed.join('\n'))
  assert.match(printed.join('\n'), /rolled back to dpl_older\.vercel\.app already/)
  assert.deepEqual(served(), { live: 'dpl_older', page: 'older', function: 'older' })

  printed.length = 0
  assert.equal(await account.update(), 0, printed.join('\n'))
  assert.equal(vercel.state.deployments.length, 2, 'what is built already is promoted')
  assert.match(printed.join('\n'), /page +Brought live at https:\/\/training\.example\.com/)
  assert.deepEqual(served(), { live: 'dpl_1', page: newer, function: newer })

  printed.length = 0
  assert.equal(await account.update(), 0, printed.join('\n'))
  assert.doesNotMatch(printed.join('\n'), /done {3,}page/)

  // After a rollback, Vercel builds what is new, but leaves the domain where it is.
  assert.equal(await account.rollBack(), 0, printed.join('\n'))
  assert.deepEqual(served(), { live: 'dpl_older', page: 'older', function: 'older' })
  account.store({ TERMS_LINK: 'https://example.com/terms' })
  printed.length = 0
  assert.equal(await account.update(), 0, printed.join('\n'))
  assert.match(printed.join('\n'), /page +Brought live at https:\/\/training\.example\.com/)
  assert.deepEqual(served(), { live: 'dpl_2', page: newer, function: newer })

  api.state.version = ''
  const older = git('rev-parse', 'HEAD~')
  printed.length = 0
  assert.equal(await account.rollBack('0'.repeat(40)), 1)
  assert.match(printed.join('\n'), /no older deployment of the page of the commit 0{40}/)
  // The page before is of a commit that this clone does not have, so the function could not follow.
  Object.assign(vercel.state.deployments[1]?.meta ?? {}, { commit: '0'.repeat(40) })
  assert.equal(await account.rollBack(), 1)
  assert.match(printed.join('\n'), /does not have the commit 0{40}/)
  assert.equal(vercel.state.live, 'dpl_2')
  assert.equal(await account.rollBack(older), 0, printed.join('\n'))
  assert.deepEqual(served(), { live: 'dpl_older', page: 'older', function: 'older' })
  assert.equal(git('worktree', 'list').split('\n').length, 1)
  assert.deepEqual([...api.state.unknown, ...vercel.state.unknown], [])
})

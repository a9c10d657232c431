import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { thePage } from '../../desk/setup/hosted.ts'
import { installTool, tools } from '../../desk/setup/install-tool.ts'
import { deployment } from '../../desk/setup/steps/deployment.ts'
import { domain } from '../../desk/setup/steps/domain.ts'
import { vercelProject } from '../../desk/setup/steps/vercel-project.ts'
import { vercelVariables } from '../../desk/setup/steps/vercel-variables.ts'
import { openAccount } from './open-account.ts'

installTool(tools.vercel)

async function openProject() {
  const account = await openAccount()
  account.vercel.state.project = { name: 'training-example-com', region: 'fra1' }
  account.store({
    SUPABASE_URL: 'https://abcdefghijklmnopqrst.supabase.co',
    SUPABASE_SECRET_KEY: 'sb_secret_0123456789',
  })
  return account
}

test('a project that setup made beside the database stays where it is', async () => {
  await using account = await openAccount()
  const { vercel, printed } = account
  assert.equal(await account.runStep(vercelProject(thePage)), true, printed.join('\n'))
  assert.equal(vercel.state.project?.region, 'fra1')
  printed.length = 0
  assert.equal(await account.runStep(vercelProject(thePage)), true, printed.join('\n'))
  assert.match(printed.join('\n'), /ok .* Vercel project .*as the database/)
  assert.equal(vercel.state.calls.includes('PATCH /v9/projects/:id'), false)
})

test('a domain that another account uses is verified as soon as its record is there', async () => {
  await using account = await openProject()
  const { vercel, printed } = account
  Object.assign(vercel.state, { isUnverified: true, hasRecord: false })
  assert.equal(await account.runStep(domain(thePage)), true, printed.join('\n'))
  assert.match(printed.join('\n'), /_vercel\.example\.com TXT vc-domain-verify=1/)

  vercel.state.hasRecord = true
  printed.length = 0
  assert.equal(await account.runStep(domain(thePage)), true, printed.join('\n'))
  assert.equal(vercel.state.isUnverified, false)
  assert.doesNotMatch(printed.join('\n'), /TXT/)
})

test('a team that demands sensitive variables gets them, and a variable that was refused is named', async () => {
  await using account = await openProject()
  const { vercel, printed } = account
  vercel.state.conflict = 'VIDEO_URL'
  assert.equal(await account.runStep(vercelVariables(thePage)), false)
  assert.match(printed.join('\n'), /STOP.* page variables .*did not take VIDEO_URL .*remove it in Vercel/)

  vercel.state.conflict = ''
  printed.length = 0
  assert.equal(await account.runStep(vercelVariables(thePage)), true, printed.join('\n'))
  const types = vercel.state.variables.map(({ type }) => type)
  assert.deepEqual([...new Set(types)], ['sensitive'])
  const names = vercel.state.variables.map(({ key }) => key)
  for (const name of ['SITE_URL', 'SUPABASE_URL', 'VIDEO_URL']) assert.ok(names.includes(name), name)
})

test('a deployment names no author of a commit, and a blocked one is reported with the reason', async () => {
  await using account = await openProject()
  const { vercel, printed, folder } = account
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
  git('init', '--quiet')
  git('remote', 'add', 'origin', 'https://github.com/example/training.git')
  git('add', 'site')
  git('commit', '--quiet', '-m', 'start')
  vercel.state.domains.push('training.example.com')

  vercel.state.isBlocking = true
  assert.equal(await account.runStep(deployment(thePage), 15_000), false)
  assert.match(printed.join('\n'), /STOP.* page .*[\s\S]*BLOCKED: Git author must have access/)

  vercel.state.isBlocking = false
  printed.length = 0
  assert.equal(await account.runStep(deployment(thePage)), true, printed.join('\n'))
  assert.equal(vercel.state.live, 'dpl_1')
  assert.match(
    printed.join('\n'),
    /Brought live at https:\/\/training\.example\.com\. Only you can open https:\/\/dpl_1/,
  )
})

test('a deployment needs no git, no commit and no remote', async () => {
  await using account = await openProject()
  const { vercel, printed, folder } = account
  vercel.state.domains.push('training.example.com')
  /** Deploys anew, and returns the commit that the deployment names. */
  const deploy = async () => {
    vercel.state.deployments.length = 0
    assert.equal(await account.runStep(deployment(thePage)), true, printed.join('\n'))
    assert.equal(vercel.state.live, vercel.state.deployments[0]?.uid)
    return vercel.state.deployments[0]?.meta.commit
  }
  const { PATH } = process.env
  process.env.PATH = ''
  try {
    assert.equal(await deploy(), 'none')
  } finally {
    process.env.PATH = PATH
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder })
  git('init', '--quiet')
  assert.equal(await deploy(), 'none')
  git('add', 'site')
  git('commit', '--quiet', '-m', 'start')
  assert.equal(await deploy(), `${git('rev-parse', 'HEAD')}`.trim())
})

test('a deployment that the list does not have yet is waited for', async () => {
  await using account = await openProject()
  const { vercel, printed } = account
  vercel.state.lateLists = 3
  assert.equal(await account.runStep(deployment(thePage)), true, printed.join('\n'))
  assert.equal(vercel.state.deployments.length, 1)
})

test('if Vercel names no DNS record, its dashboard is named', async () => {
  await using account = await openProject()
  account.vercel.state.namesRecords = false
  assert.equal(await account.runStep(domain(thePage)), false)
  assert.match(
    account.printed.join('\n'),
    /STOP.* domain .*names no DNS record for training\.example\.com.*dashboard/,
  )
})

test('an old address beside the new one is to be removed', async () => {
  await using account = await openProject()
  account.zone['training.example.com'] = ['A 198.51.100.7', 'AAAA 2001:db8::7']
  assert.equal(await account.runStep(domain(thePage)), true)
  assert.match(
    account.printed.join('\n'),
    /needs the DNS record .* CNAME .*must lose the DNS record .* A 198\.51\.100\.7 and .* AAAA 2001:db8::7\./,
  )
})

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { readCommands, root } from './documents.ts'

const generated = ['supabase/functions/send-lead-email/source-digest.ts', 'components/ui/colors.css']

test('a merge from upstream keeps the generated files of this copy, without a conflict', (context) => {
  const cwd = mkdtempSync(path.join(tmpdir(), 'upstream-'))
  context.after(() => rmSync(cwd, { recursive: true }))
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  } as NodeJS.ProcessEnv
  const git = (...args: string[]) =>
    // A fetch would go on tidying up while the folder is deleted.
    execFileSync(
      'git',
      [
        ...['user.name=A', 'user.email=a@example.org', 'maintenance.auto=false'].flatMap((one) => [
          '-c',
          one,
        ]),
        ...args,
      ],
      { cwd, env },
    )
  const commit = (words: string) => {
    for (const file of generated) {
      mkdirSync(path.join(cwd, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(cwd, file), `${words}\n`)
    }
    git('add', '.')
    git('commit', '--quiet', `--message=${words}`)
  }
  git('init', '--quiet', '--initial-branch=own')
  cpSync(path.join(root, '.gitattributes'), path.join(cwd, '.gitattributes'))
  commit('before')
  git('switch', '--quiet', '--create', 'main')
  commit('theirs')
  git('switch', '--quiet', 'own')
  commit('ours')
  // The branch main of this folder stands for that of the other project.
  const documented = readCommands().filter(
    ({ file, command }) => file === 'docs/deploy.md' && command.startsWith('git '),
  )
  assert.ok(documented.length >= 4)
  for (const { command } of documented)
    assert.doesNotThrow(
      () => git(...command.replace('<address of this project>', cwd).split(' ').slice(1)),
      command,
    )
  assert.deepEqual(
    generated.map((file) => readFileSync(path.join(cwd, file), 'utf8')),
    ['ours\n', 'ours\n'],
  )
})

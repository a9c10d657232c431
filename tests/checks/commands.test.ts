import assert from 'node:assert/strict'
import { test } from 'node:test'
import cli from '../../desk/setup/tools/supabase/package.json' with { type: 'json' }
import project from '../../package.json' with { type: 'json' }
import { pickTests } from '../kinds.ts'
import { allStages } from '../stages.ts'
import { read, readCommands } from './documents.ts'

const supabase = `supabase@${cli.optionalDependencies['@supabase/cli-linux-x64']}`
const testedPrograms = ['cd', 'cp', 'curl', 'openssl', 'git']

/** Returns what is wrong with a command of the documents, or nothing. */
function faultOf(command: string): string | undefined {
  const [program = '', verb = '', script = ''] = command.split(' ')
  if (program === 'npx')
    return [supabase, 'next', 'playwright'].includes(verb)
      ? undefined
      : `npx takes ${supabase}, as it is tested`
  if (program !== 'npm') return testedPrograms.includes(program) ? undefined : `nothing tests ${program}`
  if (['ci', 'exec', 'install', 'sbom', 'uninstall'].includes(verb)) return undefined
  const name = verb === 'run' ? script : verb
  if (!(name in project.scripts)) return `package.json has no script ${name}`
  const [first = ''] = command.split(' -- ')[1]?.split(' ') ?? []
  if (name === 'test' && first && !/^(?:<|--changed$)/.test(first) && pickTests([first]).length === 0)
    return `${first} picks no test`
  if (name === 'test:all' && first && first !== '--list' && !allStages.some((stage) => stage.name === first))
    return `there is no stage ${first}`
  return undefined
}

test('every command in README.md and docs/ can be run', () => {
  const commands = readCommands()
  assert.ok(commands.some(({ command }) => command.includes('functions deploy')))
  const faults = commands.flatMap(({ file, command }) => {
    const fault = faultOf(command)
    return fault ? [`${file}: ${command}: ${fault}`] : []
  })
  assert.deepEqual(faults, [])
})

/** Which file runs each command of docs/deploy.md, and words in it by which this is seen. */
const runs: [command: RegExp, file: string, words: string][] = [
  [/^npm (?:ci|test)$/, '.ci/run', 'npm ci\nnpm test'],
  [/^npm run format$/, 'tests/sql/source-digest.test.ts', 'digestSources()'],
  [/^npm run setup$/, 'tests/setup/setup.test.ts', 'account.run('],
  [/^npm run setup -- --plan$/, 'tests/setup/again.test.ts', 'account.run(account.answers, true)'],
  [/^npm run setup -- (?:webhook|bounces|texts|doctor)$/, 'tests/setup/parts.test.ts', 'account.runPart('],
  [/^npm run setup -- desk$/, 'tests/setup/desk.test.ts', "account.runPart('desk'"],
  [/^npm run setup -- calendar$/, 'tests/setup/calendar.test.ts', "account.runPart('calendar'"],
  [/^npm run setup -- meta$/, 'tests/setup/meta.test.ts', "account.runPart('meta'"],
  [/^npm run backup$/, 'tests/desk/backup.test.ts', "run('backup'"],
  [/^npm run restore$/, 'tests/desk/backup.test.ts', "run('restore'"],
  [/^npm run update$/, 'tests/setup/update.test.ts', 'account.update()'],
  [/^npm run update -- --back$/, 'tests/setup/update.test.ts', 'account.rollBack()'],
  [/^npm run update -- --back <commit>$/, 'tests/setup/update.test.ts', 'account.rollBack(older)'],
  [/^npm run doctor$/, 'tests/doctor/set-ups.test.ts', 'examine('],
  [/^npm run doctor -- --mail$/, 'tests/sql/tls.test.ts', "post('/health', { mail: true })"],
  [/^git /, 'tests/checks/upstream.test.ts', 'readCommands()'],
  [/^npx supabase@/, 'tests/setup/by-hand.test.ts', 'for (const words of commands)'],
]

test('every command of docs/deploy.md is run by a test', () => {
  const commands = readCommands().filter(({ file }) => file === 'docs/deploy.md')
  const untested = commands.filter(({ command }) => !runs.some(([pattern]) => pattern.test(command)))
  assert.deepEqual(untested, [])
  for (const [pattern, file, words] of runs) {
    assert.ok(read(file).includes(words), `${file} has no ${words}`)
    assert.ok(
      commands.some(({ command }) => pattern.test(command)),
      `docs/deploy.md has no ${pattern}`,
    )
  }
})

test('a command that cannot be run is noticed', () => {
  for (const wrong of ['npm run nothing', 'npm run test:all -- nothing', 'rm x'])
    assert.ok(faultOf(wrong), wrong)
})

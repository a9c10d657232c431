import assert from 'node:assert/strict'
import { test } from 'node:test'
import cli from '../../desk/setup/tools/supabase/package.json' with { type: 'json' }
import project from '../../package.json' with { type: 'json' }
import { pickTests } from '../kinds.ts'
import { allStages } from '../stages.ts'
import { readCommands } from './documents.ts'

const supabase = `supabase@${cli.dependencies['@supabase/cli-linux-x64']}`
const testedPrograms = ['cd', 'cp', 'curl', 'openssl', 'git', 'pg_dump', 'psql', 'set']

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

test('a command that cannot be run is noticed', () => {
  for (const wrong of ['npm run nothing', 'npm run test:all -- nothing', 'rm x'])
    assert.ok(faultOf(wrong), wrong)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import project from '../../package.json' with { type: 'json' }
import { pickTests } from '../kinds.ts'
import cli from '../proof/push/cli/package.json' with { type: 'json' }
import { allStages } from '../stages.ts'
import { readCommands } from './documents.ts'

const supabase = `supabase@${cli.dependencies['@supabase/cli-linux-x64']}`
const commands = readCommands()

for (const { file, command } of commands) {
  test(`${file}: ${command}`, () => {
    const [program = '', ...words] = command.split(' ')
    if (program === 'npm') {
      const [verb = '', script = ''] = words
      const name = verb === 'run' ? script : verb
      const [, word] = command.split(' -- ')
      const [first = ''] = word?.split(' ') ?? []
      assert.ok(
        ['ci', 'exec', 'install', 'sbom', 'uninstall'].includes(verb) || name in project.scripts,
        `package.json has no script ${name}`,
      )
      if (name === 'test' && word && !first.startsWith('<'))
        assert.notDeepEqual(pickTests([first]), [], `${first} picks no test`)
      if (name === 'test:all' && word && first !== '--list')
        assert.ok(
          allStages.some((stage) => stage.name === first),
          `there is no stage ${first}`,
        )
    } else if (program === 'npx') {
      assert.ok(
        [supabase, 'next', 'playwright'].includes(words[0] ?? ''),
        `npx takes ${supabase}, as it is tested`,
      )
    } else {
      const tested = ['cd', 'cp', 'curl', 'openssl', 'git', 'pg_dump', 'psql', 'set']
      assert.ok(tested.includes(program), `nothing tests ${program}`)
    }
  })
}

test('the commands were found', () => {
  assert.ok(commands.some(({ command }) => command.includes('functions deploy')))
})

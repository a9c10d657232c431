import { Command } from 'commander'
import { installTool, tools } from './install-tool.ts'
import { parts, setUpPart } from './parts.ts'
import { setUp } from './setup.ts'
import { rollBack, update } from './update.ts'

const place = {
  folder: process.cwd(),
  env: process.env,
  say: (line: string) => console.log(line),
  isAttended: process.stdin.isTTY,
}
const install = () => {
  for (const tool of Object.values(tools)) installTool(tool)
}

const program = new Command('npm run')
program
  .command('setup')
  .description('Brings the page live. It can be stopped, and run again at any time.')
  .argument('[part]', `an optional part: ${Object.keys(parts).join(', ')}`)
  .option('--plan', 'say what it would do, and change nothing')
  .action(async (part: string | undefined, { plan = false }: { plan?: boolean }) => {
    install()
    process.exitCode = part
      ? await setUpPart(place, process, part, plan)
      : await setUp(place, process, { isPlan: plan })
  })
program
  .command('update')
  .description('Brings the schema, the function and the page of this folder live.')
  .option('--plan', 'say what it would do, and change nothing')
  .option('--back [commit]', 'roll the page and the function back')
  .action(async ({ plan: isPlan = false, back }: { plan?: boolean; back?: true | string }) => {
    install()
    process.exitCode = back
      ? await rollBack(place, back === true ? undefined : back, { isPlan })
      : await update(place, { isPlan })
  })
await program.parseAsync()

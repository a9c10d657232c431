import { Command } from 'commander'
import { installTool, tools } from './install-tool.ts'
import { setUp } from './setup.ts'

const place = { folder: process.cwd(), env: process.env, say: (line: string) => console.log(line) }

const program = new Command('npm run')
program
  .command('setup')
  .description('Brings the page live. It can be stopped, and run again at any time.')
  .option('--plan', 'say what it would do, and change nothing')
  .action(async ({ plan = false }: { plan?: boolean }) => {
    for (const tool of Object.values(tools)) installTool(tool)
    process.exitCode = await setUp(place, process, { isPlan: plan })
  })
await program.parseAsync()

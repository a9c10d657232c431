import { Argument, Command } from 'commander'
import { installTool, tools } from './install-tool.ts'
import { readOperatorFile } from './operator-file.ts'
import { type PartName, partNames } from './part-names.ts'
import { SetupError } from './setup-error.ts'
import { askForSite } from './site-questions.ts'

const environment = {
  folder: process.cwd(),
  env: process.env,
  say: (line: string) => console.log(line),
  terminal: process,
}

/** Installs the programs of Supabase and Vercel first. The command's exit code becomes the process's. */
async function run(command: () => Promise<number>) {
  try {
    const host = process.env.PAGE_HOST || readOperatorFile('operator.env').PAGE_HOST
    for (const tool of host === 'own' ? [tools.supabase] : Object.values(tools)) installTool(tool)
    process.exitCode = await command()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    console.error(`  ${error.message}`)
    process.exitCode = 1
  }
}

const program = new Command('npm run')
program
  .command('setup')
  .description('Brings the page live. It can be stopped, and run again at any time.')
  .addArgument(new Argument('[part]', 'an optional part, after the page is live').choices(partNames))
  .option('--plan', 'say what it would do, and change nothing')
  .action((part: PartName | undefined, { plan = false }: { plan?: boolean }) =>
    run(async () => {
      if (!part) await askForSite(environment, process, plan)
      // These read site/, which was just written.
      const [{ setUpPart }, { setUp }] = [await import('./parts.ts'), await import('./setup.ts')]
      return part
        ? setUpPart(environment, process, part, plan)
        : setUp(environment, process, { isPlan: plan })
    }),
  )
program
  .command('update')
  .description('Brings the schema, the function and the page of this folder live.')
  .option('--plan', 'say what it would do, and change nothing')
  .option('--back [commit]', 'roll the page and the function back')
  .action(({ plan: isPlan = false, back }: { plan?: boolean; back?: true | string }) =>
    run(async () => {
      const { rollBack, update } = await import('./update.ts')
      return back
        ? rollBack(environment, back === true ? undefined : back, { isPlan })
        : update(environment, { isPlan })
    }),
  )

// Without `--` before it, npm keeps an option: --back as it is, and --plan as -p, -l, -a and -n.
const { npm_config_back, npm_config_parseable, npm_lifecycle_event } = process.env
const kept = (npm_config_back && '--back') || (npm_config_parseable && '--plan')
if (kept) {
  console.error(
    `npm has kept ${kept} to itself, so nothing was done. Write: npm run ${npm_lifecycle_event} -- ${kept}`,
  )
  process.exitCode = 1
} else await program.parseAsync()

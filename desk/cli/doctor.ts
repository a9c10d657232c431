import type { Command } from 'commander'
import type { Context } from './terminal.ts'

/** Adds `doctor`, which checks all that is deployed. The command ends with 1 if anything needs a repair, else with 0. */
export function addDoctor(program: Command, context: Context) {
  program
    .command('doctor')
    .description(
      'Looks at all that is deployed. Ends with 0 when nothing is to be repaired, otherwise with 1.',
    )
    .option('--mail', 'have the function send a test mail to OWNER_EMAIL')
    .option('--json', 'print a list of {check, status, sentence, todo}')
    .option('--url <page>', 'fetch the page there instead of at SITE_URL')
    .action(async ({ json, ...options }: { mail?: true; json?: true; url?: string }) => {
      // Loaded only for this command, because the checks import most of the product.
      const { examine } = await import('../doctor/examine.ts')
      const { printResults } = await import('../doctor/print-results.ts')
      const { readTarget } = await import('../doctor/target.ts')
      const target = readTarget(context.env, options)
      const results = await examine(target)
      if (json) context.stdout.write(`${JSON.stringify(results, null, 2)}\n`)
      else printResults(target, results)
      if (results.some(({ status }) => status === 'fault')) context.exitCode = 1
    })
}

import { type Command, Option } from 'commander'
import { platforms } from '../core/conversions.ts'
import { reapplyRemovals } from '../core/erasure.ts'
import { choices } from '../core/leads.ts'
import { type Desk, openDesk } from '../core/open-desk.ts'
import { type ListOptions, listLeads } from './list.ts'
import { readLists } from './read-removals.ts'
import { readEnd, readTime } from './read-time.ts'
import type { Context } from './terminal.ts'
import { write } from './write.ts'

const toCampaign = (name: string) => `campaign:${name}`
const toReferrer = (host: string) => (host ? `referrer:${host}` : 'direct')
/** The text is read again once the operator's time zone is known. */
const checked = (read: (text: string) => string) => (text: string) => {
  read(text)
  return text
}
const oneOf = (flags: string, about: string, words: object) =>
  new Option(flags, about).choices(Object.keys(words))

export function addLeads(program: Command, context: Context) {
  /** Opens the desk for `work`, and closes it. */
  const withDesk =
    <Arguments extends unknown[]>(work: (desk: Desk, ...values: Arguments) => Promise<void>) =>
    async (...values: Arguments) => {
      const desk = openDesk(context.env)
      await work(desk, ...values).finally(() => desk.close())
    }

  const leads = program
    .command('leads')
    .description('Lists the leads, the newest first. Days are those of the time zone in the desk’s settings.')
    .enablePositionalOptions()
    .option('--since <date>', 'stored on this day or later', checked(readTime))
    .option('--until <date>', 'stored on this day or earlier; if a time, before it', checked(readEnd))
    .option('--search <words>', 'by name, address or phone number')
    .option('--campaign <name>', "by utm_campaign, whatever its capitals; '' for those without", toCampaign)
    .option('--referrer <host>', "by the site that led here, without a campaign; '' for none", toReferrer)
    .option('--variant <name>', "by variant of the page, 'control' for the original; '' for those without")
  for (const [name, { about, values }] of Object.entries(choices))
    leads.addOption(oneOf(`--${name} <value>`, about, values))
  leads
    .option('--all', 'list all of them, not only the newest 50')
    .addOption(new Option('--csv', 'all of them, for a spreadsheet').conflicts('json'))
    .addOption(
      oneOf(
        '--for <use>',
        'with --csv: for sms, only the numbers that may be texted; for a platform, the conversions of the clicks on its ads, nothing personal',
        { ...platforms, sms: 'text messages' },
      ),
    )
    .option('--conversion <name>', 'with --for: what the conversion is called there', 'Lead')
    .option('--sale <name>', "with --for: what a lead that was won is called there; '' for none", 'Sale')
    .option('--json', 'all of them, one JSON object a line')
    .option('--out <file>', 'write into a file')
    .option('--force', 'replace a file that exists')
    .action(withDesk((desk, options: ListOptions) => listLeads(desk, options, context)))

  leads
    .command('removals')
    .description(
      'list erasures, withdrawals, corrections, stopped numbers and suppressed mailboxes, to keep separate from the backups',
    )
    .option('--out <file>', 'write into a file')
    .option('--force', 'replace a file that exists')
    .action(
      withDesk(async (desk, options: { out?: string; force?: true }) => {
        await write([`${await desk.call('list_removals')}\n`], options, context)
      }),
    )

  leads
    .command('reapply <files...>')
    .description('after a restore, repeat the removals in these lists or saved emails')
    .action(
      withDesk(async (desk, files: string[]) => {
        context.stdout.write(`${await reapplyRemovals(desk, await readLists(files))}\n`)
      }),
    )
}

import { type Command, Option } from 'commander'
import { pastedAddress } from '../../supabase/functions/_shared/pasted-address.ts'
import { withdrawConsent } from '../core/consent.ts'
import { platforms } from '../core/conversions.ts'
import { correctAddress, correctNumber, doubtOf } from '../core/correct.ts'
import { refuse } from '../core/desk-error.ts'
import { reapplyRemovals } from '../core/erasure.ts'
import { writeEvidence } from '../core/evidence.ts'
import { choices } from '../core/leads.ts'
import { type Desk, openDesk } from '../core/open-desk.ts'
import { liftSuppression, readPerson } from '../core/person.ts'
import { stopNumber } from '../core/texts.ts'
import { verifyEvidence } from '../core/verify-evidence.ts'
import { erase } from './erase.ts'
import { type ListOptions, listLeads } from './list.ts'
import { readLists } from './read-removals.ts'
import { readEnd, readTime } from './read-time.ts'
import type { Context } from './terminal.ts'
import { write } from './write.ts'

const toCampaign = (name: string) => `campaign:${name}`
const toReferrer = (host: string) => (host ? `referrer:${host}` : 'direct')
/** Checks a text while commander reads it. The text is read once more when the operator's time zone is known. */
const checked = (read: (text: string) => string) => (text: string) => {
  read(text)
  return text
}
const oneOf = (flags: string, about: string, words: object) =>
  new Option(flags, about).choices(Object.keys(words))

/** What is right instead of what a person mistyped. */
type Right = { address?: string; phone?: string; sure?: true }

/**
 * Adds the command `leads` and its subcommands for one person. If no lead has the address, a subcommand exits with 1.
 */
export function addLeads(program: Command, context: Context) {
  /** Returns an action for commander. The action opens the desk, runs `work` with it, and closes the desk again. */
  const withDesk =
    <Arguments extends unknown[]>(work: (desk: Desk, ...values: Arguments) => Promise<void>) =>
    async (...values: Arguments) => {
      const desk = openDesk(context.env)
      await work(desk, ...values).finally(() => desk.close())
    }

  const find = (desk: Desk, email: string) => readPerson(desk, { email: pastedAddress(email) })

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
    .command('revoke <address-or-phone>')
    .description('withdraw the consent to text messages of a person, or stop a number (+12015550123)')
    .action(
      withDesk(async (desk, whose: string) => {
        const done = whose.includes('@')
          ? withdrawConsent(desk, await find(desk, whose))
          : stopNumber(desk, whose)
        context.stdout.write(`${await done}\n`)
      }),
    )

  leads
    .command('correct <email>')
    .description('correct the address or the phone number that a person mistyped')
    .option('--address <email>', 'the right e-mail address')
    .addOption(
      new Option(
        '--phone <number>',
        'the right phone number; it may be texted only after the person has confirmed it',
      ).conflicts('address'),
    )
    .option('--sure', 'take an address that looks mistyped')
    .action(
      withDesk(async (desk, email: string, { address, phone, sure }: Right) => {
        const person = await find(desk, email)
        if (!(address ?? phone)) refuse('Give the right one: --address or --phone.')
        const doubt = address && !sure ? doubtOf(address) : undefined
        if (doubt)
          refuse(
            `Nothing was changed: ${doubt.why}. ${doubt.meant ? `Give ${doubt.meant}, or add` : 'Add'} --sure if it is right.`,
          )
        const done = address
          ? correctAddress(desk, person, address)
          : correctNumber(desk, person, phone ?? '')
        context.stdout.write(`${(await done).sentence}\n`)
      }),
    )

  leads
    .command('mail-again <email>')
    .description('let a mailbox get mails again that had unsubscribed or from which a mail came back')
    .requiredOption('--note <words>', 'why, for example that the person asked for it')
    .option('--reason <reason>', 'which reason to lift, if there are several')
    .action(
      withDesk(async (desk, email: string, { note, reason }: { note: string; reason?: string }) => {
        const person = await find(desk, email)
        const seen = person.suppressions.find((held) => held.reason === reason)
        if (reason && !seen) refuse(`The mailbox is not suppressed for the reason “${reason}”.`)
        context.stdout.write(`${await liftSuppression(desk, person, note, seen)}\n`)
      }),
    )

  leads
    .command('evidence <email>')
    .description('what a person agreed to and when, with the verification of all seals')
    .option('--out <file>', 'write into a file')
    .option('--force', 'replace a file that exists')
    .action(
      withDesk(async (desk, email: string, options: { out?: string; force?: true }) => {
        const person = await find(desk, email)
        const text = writeEvidence(person, await verifyEvidence(desk), new Date())
        await write([text], options, context)
      }),
    )

  leads
    .command('erase <email>')
    .description('erase a person')
    .option('--yes', 'do not ask')
    .action(
      withDesk(async (desk, email: string, { yes }: { yes?: true }) =>
        erase(desk, await find(desk, email), yes === true, context),
      ),
    )

  leads
    .command('removals')
    .description(
      'list erasures, withdrawals, stopped numbers and suppressed mailboxes, to keep separate from the backups',
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
    .description('after a restore, repeat the removals in these lists or saved mails')
    .action(
      withDesk(async (desk, files: string[]) => {
        context.stdout.write(`${await reapplyRemovals(desk, await readLists(files))}\n`)
      }),
    )
}

import * as z from 'zod/mini'
import { countedPeople, grouped } from './figures.ts'
import type { Desk } from './open-desk.ts'
import { todaysName } from './period.ts'

// Postgres writes an interval like “2 years 1 mon”.
const textSchema = z.pipe(
  z.string(),
  z.transform((text) => text.replace(/\bmon(s?)\b/, 'month$1')),
)
const valueSchema = z.nullable(textSchema)

const settingSchema = z.object({
  name: z.string(),
  kind: z.enum(['boolean', 'integer', 'interval', 'text', 'text[]']),
  value: valueSchema,
  usual: valueSchema,
  lowest: z.nullable(z.string()),
  highest: z.nullable(z.string()),
})

/**
 * `usual` is the default; bounds are written as Postgres reads them. Null means “for ever”, or “never” if
 * there is a `highest` value. A text[] has one address a line, and null is an empty list.
 */
export type Setting = z.infer<typeof settingSchema>

/** Throws a DeskError. */
export const readSettings = async (desk: Desk) =>
  z.array(settingSchema).parse(await desk.call('read_settings'))

/** Changes all, or none. Returns what is wrong with each value, by setting. Throws a DeskError. */
export const changeSettings = async (desk: Desk, changes: Record<string, string>) =>
  z.record(z.string(), textSchema).parse(await desk.call('change_settings', { changes }))

const expiringSchema = z.object({
  people: z.number(),
  submissions: z.number(),
  traces: z.number(),
  days: z.number(),
})

/**
 * What a shorter time would delete: people, submissions, the networks and browsers of submissions that stay,
 * and days of the funnel.
 */
export const countExpiring = async (desk: Desk, changes: Record<string, string>) =>
  expiringSchema.parse(await desk.call('count_expiring', { changes }))

/** `choices` are suggestions; any other value can be typed. */
export type SettingWords = { label: string; about: string; choices?: string[] }

const [months, years] = [
  ['7 days', '30 days', '90 days', '6 months'],
  ['1 year', '2 years', '3 years', '5 years', '7 years', '10 years'],
]

/** Such as “on”, “2 days” or “for ever”. */
export function tellValue({ name, kind, value, highest }: Setting): string {
  if (kind === 'boolean') return value === 'true' ? 'on' : 'off'
  if (kind === 'text[]') {
    const count = (value ?? '').split('\n').filter(Boolean).length
    return count === 0 ? 'nobody' : countedPeople(count)
  }
  if (value && name === 'overview_at') return `at ${value}`
  if (value) return kind === 'integer' ? grouped(Number(value)) : value
  if (name === 'time_zone') return 'that of this machine'
  if (name === 'overview_at') return 'off'
  return kind === 'interval' && highest === null ? 'for ever' : 'none'
}

/** By subject. The id is its place in the page's address. */
export const settingWords: {
  id: string
  title: string
  about?: string
  settings: Record<string, SettingWords>
}[] = [
  {
    id: 'days',
    title: 'Days and times',
    settings: {
      time_zone: {
        label: 'Time zone',
        about:
          'Days begin at midnight here, on all pages, in all files and for all commands, and the emails to you tell times in it. Page views that were counted already stay with the day on which they were counted.',
        choices: Intl.supportedValuesOf('timeZone').map(todaysName).sort(),
      },
    },
  },
  {
    id: 'money',
    title: 'Money',
    settings: {
      currency: {
        label: 'Currency',
        about:
          'Shown with the value of each lead that was won, at the desk and in the files. The numbers stay the same. If it is empty, Google and Microsoft use the currency of your account, and Meta is told of no sale.',
        choices: ['EUR', 'USD', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'INR', 'SEK', 'NOK', 'DKK', 'PLN'],
      },
    },
  },
  {
    id: 'consent',
    title: 'Consent and video',
    settings: {
      double_opt_in: {
        label: 'Double opt-in',
        about: 'New leads get an email with a link to confirm the number. Earlier consents stay as they are.',
      },
      measure_watching: {
        label: 'Measure watching',
        about:
          'Stores how far a person watches the video. The page says so, and your privacy policy must say so too.',
      },
      remind_after: {
        label: 'One reminder after',
        about:
          'People who have not begun the video, on the page or from their email, get one more email, for example after 2 days. It does not go to anybody who withdrew, wants no more emails, asked not to be tracked, or signed up while this was off.',
        choices: ['1 day', '2 days', '3 days', '7 days'],
      },
    },
  },
  {
    id: 'owner',
    title: 'Emails to you',
    about:
      'All of them go to the addresses of the owner. Whoever set up the site can change these addresses, the mail server and the connected system. The desk neither shows nor changes them.',
    settings: {
      overview_at: {
        label: 'Overview of the day before',
        about:
          'At this time of the day in your time zone, you get one email with the figures of yesterday and what waits for you. If the time is over today, the first one comes within minutes.',
        choices: ['06:00', '07:00', '08:00', '09:00'],
      },
      also_notify: {
        label: 'Colleagues who also get each lead',
        about:
          'One address in each line. They get a copy of your email about each lead, with the contact data. Only you get summaries, alerts, seals and what comes from a preview. You get an email about every change of this list.',
      },
      seals_every: {
        label: 'Email with the latest seal every',
        about:
          'Keep these emails. They can prove that nobody changed the evidence of consent. After a backup is restored, they say who had been erased. Choose 1 day to lose less if the database is lost.',
        choices: ['1 day', '7 days', '14 days', '28 days'],
      },
      alert_held: {
        label: 'Alert about emails on hold',
        about: 'Once a day, if emails are on hold. Emails that fail or are late always raise an alert.',
      },
      owner_mails_per_hour: {
        label: 'Emails to you per hour',
        about: 'Beyond this, new leads come together in one summary email.',
      },
    },
  },
  {
    id: 'visitors',
    title: 'Emails to visitors',
    settings: {
      visitor_mails_per_minute: {
        label: 'Emails to visitors per minute',
        about: 'Stay below the limit of your mail provider. The others wait. None is lost.',
      },
    },
  },
  {
    id: 'kept',
    title: 'How long data is kept',
    settings: {
      keep_submissions: {
        label: 'Leads and their sign-ups',
        about: 'Older ones are deleted within a minute, with the evidence of consent, for good.',
        choices: years,
      },
      keep_held: {
        label: 'Sign-ups on hold',
        about: 'Older ones that you did not release are deleted.',
        choices: months,
      },
      keep_traces: {
        label: 'Networks and browsers',
        about:
          'With which browser each sign-up was made, and from which network (as a code, not as an address). When they are deleted, the sign-up stays.',
        choices: months,
      },
      keep_funnel: {
        label: 'Counts of the funnel',
        about: 'Views and steps by day. Nothing personal.',
        choices: years,
      },
    },
  },
]

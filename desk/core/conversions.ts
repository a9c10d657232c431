import { stringify } from 'csv-stringify/sync'
import type { Lead } from './lead.ts'

/** The URL parameter with the id of a click, and the file's column for it. */
export const platforms = {
  'google-ads': { key: 'gclid', column: 'Google Click ID' },
  'microsoft-ads': { key: 'msclkid', column: 'Microsoft Click ID' },
} as const

export type Platform = keyof typeof platforms

/** What the platform calls a lead, and a lead that was won. */
export type ConversionNames = { conversion: string; sale: string }

const toUtc = (time: string) => new Date(time).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Writes the clicks on ads that brought leads. A won lead has a second line with the time and value of the
 * sale, unless sales have no name. An empty currency means that of the account. Formats:
 * https://support.google.com/google-ads/answer/7014069 and
 * https://help.ads.microsoft.com/#apex/ads/en/56852/2
 */
export const writeConversions = (platform: Platform, { conversion, sale }: ConversionNames) =>
  async function* (pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
    yield `Parameters:TimeZone=+0000\r\n${platforms[platform].column},Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n`
    for await (const leads of pages) {
      const rows = leads.flatMap((lead) => {
        const click = lead.campaign?.[platforms[platform].key]
        const { outcome, outcome_at: wonAt, outcome_value: value, currency } = lead
        return [
          [click, conversion, toUtc(lead.created_at), '', ''],
          ...(sale && outcome === 'won' && wonAt
            ? [[click, sale, toUtc(wonAt), value ?? '', value === null ? '' : currency]]
            : []),
        ]
      })
      yield stringify(rows, { record_delimiter: 'windows' })
    }
  }

/**
 * Messages put a number of persons before these words. The reasons are those of the SQL functions
 * private.ad_fault and private.lead_states.
 */
export const reasons: Record<string, string> = {
  withdrawn: 'withdrew the consent',
  stopped: 'gave a number that is stopped, or whose consent another person withdrew',
  asked: 'did not confirm the number',
  none: 'came as a suspected bot or preview',
  'no number': 'gave no valid number',
  'other country': 'gave a number of a country that they did not choose',
  'no mobile': 'gave a landline, freephone or premium number',
  'refuses tracking': 'used a browser that asked not to be tracked',
  repeated: 'gave a number that is already in the file',
  doubtful: 'came as a suspected bot or preview',
  'app click': 'came from a click on an app ad (gbraid, wbraid), for which the file has no column',
  'no click': 'did not click an ad there',
}

/** Null if the file contains the person. */
export const whyLeftOut = (lead: Lead, use: Platform | 'sms'): string | null =>
  use === 'sms' ? lead.text_fault : lead.ad_faults[use]

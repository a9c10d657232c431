import { stringify } from 'csv-stringify/sync'
import type { Lead } from './lead.ts'

/** Where conversions are uploaded: the campaign key of its click id, and what the file calls that. */
export const platforms = {
  'google-ads': { key: 'gclid', column: 'Google Click ID' },
  'microsoft-ads': { key: 'msclkid', column: 'Microsoft Click ID' },
} as const

export type Platform = keyof typeof platforms

/**
 * Returns what writes clicks on ads that became leads as offline conversions. Anybody can make up a click id, so odd ones are left out.
 * Sources: https://support.google.com/google-ads/answer/7014069 and https://help.ads.microsoft.com/#apex/ads/en/56852/2
 */
export const writeConversions = (platform: Platform, name: string) =>
  async function* (pages: AsyncIterable<Lead[]>): AsyncGenerator<string> {
    const { key, column } = platforms[platform]
    yield `Parameters:TimeZone=+0000\r\n${column},Conversion Name,Conversion Time,Conversion Value,Conversion Currency\r\n`
    for await (const leads of pages) {
      const rows = leads.flatMap(({ campaign, created_at: at }) => {
        const click = campaign?.[key] ?? ''
        return /^\w[\w-]{9,}$/.test(click) ? [[click, name, at.slice(0, 19).replace('T', ' '), '', '']] : []
      })
      yield stringify(rows, { record_delimiter: 'windows' })
    }
  }

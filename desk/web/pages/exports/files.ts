import type { Use } from '../../../core/exports.ts'

const conversions =
  'Offline conversions: each click on your ads that brought a lead, and once more with the value if the lead was won. Enter the names of the goals in your ads account. The file has no personal data.'

/** `where` is the place in the ads account. */
const weekly = (where: string) => [
  'Once a week, choose 90 days above, and download this file: a lead may be won weeks after the click.',
  `Upload it unchanged in your ads account, under ${where}.`,
  'Then check the report there. It lists the lines that were not accepted, such as those that it has from last week.',
]

/** In the order of the page. */
export const files: Record<Use, { title: string; about: string; weekly?: string[] }> = {
  everything: {
    title: 'Everything',
    about: 'All columns of each person, for a spreadsheet. Times are in your time zone.',
  },
  sms: {
    title: 'For texting',
    about:
      'Numbers in international form, with name, address and consent. Upload the file unchanged: a spreadsheet drops the + when it saves.',
  },
  'google-ads': { title: 'Google Ads', about: conversions, weekly: weekly('Goals, Conversions, Uploads') },
  'microsoft-ads': {
    title: 'Microsoft Advertising',
    about: conversions,
    weekly: weekly('Conversions, Offline conversions'),
  },
}

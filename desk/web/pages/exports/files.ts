import type { Use } from '../../../core/exports.ts'

const conversions =
  'Offline conversions: each click on your ads that brought a lead, and once more with the value if the lead was won. Enter the names of the goals in your ads account. Nothing personal.'

/** In three lines. `where` is the place in the ads account. */
const weekly = (where: string) => [
  'Once a week, choose 90 days above, and download this file: a lead may be won weeks after the click.',
  `Upload it as it is in your ads account, under ${where}.`,
  'Look at the report there. It says which lines it did not take, such as those that it knows from the week before.',
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
      'Numbers in international form, with name, address and consent. Upload it as it is: a spreadsheet that saves it drops the +.',
  },
  'google-ads': { title: 'Google Ads', about: conversions, weekly: weekly('Goals, Conversions, Uploads') },
  'microsoft-ads': {
    title: 'Microsoft Advertising',
    about: conversions,
    weekly: weekly('Conversions, Offline conversions'),
  },
}

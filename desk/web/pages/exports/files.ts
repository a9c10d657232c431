import type { Use } from '../../../core/exports.ts'

const conversions =
  'Offline conversions: each click on your ads that brought a lead, and once more with the value if the lead was won. Enter the names of the goals in your ads account. Nothing personal.'

/** The files by their use, in the order of the page. */
export const files: Record<Use, { title: string; about: string }> = {
  everything: {
    title: 'Everything',
    about: 'All columns of each person, for a spreadsheet. Times are in your time zone.',
  },
  sms: {
    title: 'For texting',
    about:
      'Numbers in international form, with name, address and consent. Upload it as it is: a spreadsheet that saves it drops the +.',
  },
  'google-ads': { title: 'Google Ads', about: conversions },
  'microsoft-ads': { title: 'Microsoft Advertising', about: conversions },
}

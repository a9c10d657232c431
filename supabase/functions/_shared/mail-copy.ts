/** The words of both mails. */
export const mailCopy = {
  visitor: {
    subject: 'Your free training is ready',
    preheader: 'Your seat is saved. Press play whenever you are ready.',
    title: 'You’re in. Press play.',
    /** Stands before the first name, where there is a plain one. */
    greeting: 'Hi',
    body: [
      'Thanks for claiming your spot in the free training for aspiring freelance brand scalers.',
      'Find 20 quiet minutes, bring something to write with, and watch it to the end: the last part is how you land your first paying client.',
    ],
    button: 'Watch the training',
    /** Stands before the video's address, for mail programs that do not show the button. */
    address: 'Or open this address in your browser:',
    reason: 'You get this one message because this address was entered on our training page.',
  },
  owner: {
    subject: 'New lead',
    updated: 'Lead updated',
    title: 'Someone claimed the training.',
    updatedTitle: 'Someone claimed the training again.',
    preheader: 'Reply to this mail to write to them.',
    updatedNote: 'This address has submitted the form before. Earlier submissions are kept.',
    fields: {
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      country: 'Country',
      consent: 'SMS consent',
      time: 'Time',
      page: 'Page',
      referrer: 'Referrer',
      campaign: 'Campaign',
      submission: 'Submission',
    },
    countries: { US: 'United States', UK: 'United Kingdom', CA: 'Canada', AU: 'Australia' },
    invalidPhone: 'not a valid number for',
    consent: 'given, text version',
    consentWithoutText: 'given, without a record of the text shown',
    reply: 'Reply to',
  },
} as const

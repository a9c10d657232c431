/** The words of the emails to visitors, and of the emails to the owner about one lead. */
export const mailCopy = {
  visitor: {
    subject: 'Your free training is ready',
    preheader: 'Press play whenever you like.',
    /** The first name follows 'hello' if it is made of letters. */
    hello: 'You’re in',
    title: 'Press play.',
    button: 'Watch the training',
    keep: 'The link is yours: it opens the training again whenever you like.',
    reason: 'You got this email because someone entered your address on our training page.',
    stop: 'Stop all text messages',
    unsubscribe: 'No more emails',
  },
  /**
   * Replaces words of `visitor`. People who watched the video on the page get the reminder too if the page could not
   * report it.
   */
  reminder: {
    subject: 'Your training is here whenever you want it',
    preheader: 'Your link still works. This is the only reminder.',
    hello: 'Still here for you',
    title: 'Watch it whenever you want.',
    reason:
      'You got this email because someone entered your address on our training page. This is the only reminder.',
  },
  confirm: {
    title: 'One more thing: is this your number?',
    number: 'The form was filled in with the phone number',
    ask: 'If it is yours and you agree to the text messages described in the form, please confirm it:',
    link: 'Confirm my number',
    otherwise: 'Not you? Then you can ignore this email.',
  },
  owner: {
    first: { eyebrow: 'New lead', notes: [] },
    again: {
      eyebrow: 'Lead updated',
      notes: ['This address has filled in the form before. The earlier submissions are kept.'],
    },
    confirmation: {
      eyebrow: 'Lead confirmed',
      notes: [
        'Someone with access to this mailbox opened the link in our email, saw the number below and agreed to text messages once more. That proves the mailbox, not the phone.',
      ],
    },
    preheader: 'Reply, call, or open the lead at the desk.',
    reason: 'If you reply to this email, your reply goes to the lead.',
    actions: { reply: 'Reply', call: 'Call', desk: 'Desk' },
    unchangedNote:
      'This differs from the data on record. The record is unchanged, because nothing shows that the same person sent this, or because the number on record is confirmed. We recognise a network for 90 days, or until you change the secret key. So it may well be the same person. Ask them before you use the new data.',
    onRecord: 'on record',
    consentNotTakenOver: 'for this number only, not for the one on record',
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
    invalidPhone: 'not a valid number for',
    consent: 'given, text version',
    consentWithoutText: 'given, without a record of the text shown',
    /** If the consent does not allow text messages, this text follows one of the two texts above. */
    notValid: {
      none: 'it does not count',
      asked: 'it counts once the number is confirmed by email',
      withdrawn: 'it does not count: the consent for the number on record is withdrawn',
      stopped: 'it does not count: the number is stopped, do not text it',
    },
  },
  preview: {
    mark: '[Preview]',
    note: 'This comes from a preview of the site. Only you got it.',
  },
} as const

export const mailCopy = {
  visitor: {
    subject: 'Your free training is ready',
    preheader: 'Your seat is saved. Press play whenever you are ready.',
    title: 'You’re in. Press play.',
    body: [
      'Thanks for claiming your spot in the free training for aspiring freelance brand scalers.',
      'Find 20 quiet minutes, bring something to write with, and watch it to the end: the last part is how you land your first paying client.',
    ],
    button: 'Watch the training',
    address: 'Or open this address in your browser:',
    reason: 'You get this one message because this address was entered on our training page.',
    stop: 'Stop all text messages',
  },
  confirm: {
    title: 'One more thing: is this your number?',
    number: 'On our form you gave the phone number',
    ask: 'If that was you, and you agree to the text messages that the form described, please confirm it:',
    link: 'Confirm my number',
    otherwise: 'If it was not you, do nothing.',
  },
  owner: {
    first: { subject: 'New lead', title: 'Someone claimed the training.', notes: [] },
    again: {
      subject: 'Lead updated',
      title: 'Someone claimed the training again.',
      notes: ['This address has submitted the form before. Earlier submissions are kept.'],
    },
    confirmation: {
      subject: 'Lead confirmed',
      title: 'A number was confirmed by mail.',
      notes: [
        'The reader of this mailbox followed the link in our mail, saw the number below and agreed to the text messages once more. That proves the mailbox, not the phone.',
      ],
    },
    preheader: 'Reply to this mail to write to them.',
    unchangedNote:
      'It differs from what is on record. The record is unchanged, because nothing shows that the same person sent this, or because the number on record is confirmed. After 90 days, or with a new secret key, an earlier network is known no longer, so it may well be the same person. Ask them before you use the new data.',
    onRecord: 'on record',
    consentNotTakenOver: 'for this number alone, not for the one on record',
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
    reply: 'Reply to',
  },
  preview: {
    mark: '[Preview]',
    note: 'This comes from a preview of the site. It went to you alone.',
  },
  alert: {
    subject: 'Some mails did not go out',
    webhookSubject: 'Some leads did not reach your system',
    preheader: 'No lead is lost. Here is what to do.',
    lead: 'Every lead is stored. This about them waits for you:',
    /** Replaces `lead` if nothing waited any more when the alert was sent. */
    over: 'For more than an hour mails could not be sent. All of them have gone out since, or were dropped: there is nothing left to do.',
    many: 'more than 1,000',
    reasons: {
      dead: {
        label: 'failed',
        advice:
          'Start the desk with npm run desk and click “a mail failed”: it says why for each. “Send all again” sends them, “Drop all” ends it.',
      },
      held: {
        label: 'held back',
        advice:
          'These people look like bots, or too many came from one source. Start the desk with npm run desk, click “held back”, and send or drop their mails.',
      },
      overdue: {
        label: 'overdue',
        advice:
          'Nothing has sent them for more than ten minutes. npm run doctor says why and what to do; they go by themselves after that.',
      },
      delayed: {
        label: 'delayed',
        advice:
          'They were tried in vain for more than an hour and are tried again for 7 days. Start the desk with npm run desk and click “a mail is delayed” to see why; npm run doctor tries the mail server.',
      },
      webhook: {
        label: 'not taken by the webhook',
        advice:
          'Your system did not take them: it answered 410, or failed for more than an hour. npm run doctor says what to repair. Then start the desk with npm run desk, click “a mail failed” and “Send all again”, or “Drop all” if you ended the webhook.',
      },
    },
    reason: 'You get this at most once a day, as long as something waits for a decision.',
  },
  digest: {
    subject: { one: 'new lead, in one mail', more: 'new leads, in one mail' },
    preheader: 'All of them are stored. Here is where to look.',
    title: 'More leads than mails.',
    lead: 'So many leads came in that they are told in one mail:',
    since: 'since',
    newest: 'The newest:',
    more: 'and more',
    withdrawn: {
      subject: {
        one: 'person withdrew the consent to text messages',
        more: 'people withdrew the consent to text messages',
      },
      title: 'No more text messages.',
      preheader: 'Who is not to be texted any more.',
      reason: 'You get this when somebody withdrew their consent to text messages.',
      lead: 'Do not text these people any more. They withdrew their consent:',
    },
    advice:
      'Start the desk with npm run desk and click “Leads”, then “Today”: all of them are there. How many mails an hour come one by one is a setting (docs/operate.md).',
    reason: 'You get this when more leads came in than lead_settings.owner_mails_per_hour allows mails.',
  },
  seal: {
    subject: 'Keep this mail: the seal of today',
    preheader: 'It shows later that nobody changed a stored consent.',
    title: 'The seal of all submissions.',
    body: [
      'Every submission is sealed: each seal is made from all that is stored up to then. If somebody changes, adds or removes a submission later, the seals no longer fit.',
      'The owner of the database could make all seals anew. Nobody can change this mail, so keep it. There is nothing else to do. This is the latest seal, its number and its hash:',
    ],
    use: 'Whenever a consent is disputed, run this in the project. It compares everything that is stored with this seal:',
    reason: 'You get this at most once a day, when there are new submissions.',
  },
  test: {
    subject: 'Test mail from the training page',
    preheader: 'The mails of the training page arrive here.',
    title: 'Mail works.',
    body: [
      'The mail server took this message, and it reached you.',
      'New leads will be announced at this address.',
    ],
    reason: 'You get this because somebody with a key of the project asked for a test mail.',
  },
} as const

export const mailCopy = {
  visitor: {
    subject: 'Your free training is ready',
    preheader: 'Press play whenever you like. Your link is inside.',
    eyebrow: 'Free training for aspiring freelance brand scalers',
    title: 'You’re in. Press play.',
    lead: 'Thanks for signing up. The training is ready for you.',
    button: 'Watch the training',
    keep: 'Keep this email: its link takes you back to the training.',
    address: 'Button not working? Copy this address into your browser:',
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
    title: 'Whenever you want it.',
    lead: 'Your free training is behind this link, whether you start it or watch it again.',
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
    preheader: 'Reply, call, or open the lead on the desk.',
    reason: 'If you reply to this email, your reply goes to the lead.',
    actions: { reply: 'Reply', call: 'Call', desk: 'Desk' },
    unchangedNote:
      'This differs from the data on record. The record is unchanged, because nothing shows that the same person sent this, or because the number on record is confirmed. We recognize a network for 90 days, or until you change the secret key. So it may well be the same person. Ask them before you use the new data.',
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
  alert: {
    subject: 'Some emails did not go out',
    subjects: {
      webhook: 'Some leads did not reach your system',
      sweep: 'The sweep is not running',
    },
    preheader: 'No lead is lost. Here is what you can do.',
    lead: 'Every lead is stored. This needs you now.',
    /** This text replaces `lead` if no message is waiting any more by the time the alert is sent. */
    over: 'Some messages were held or could not be sent. All of them have gone out since then or were dropped, so there is nothing left to do.',
    many: 'more than 1,000',
    problems: {
      sweep: {
        label: 'The sweep is not running',
        advice:
          'The database should call the function every minute, but does not. Until it does, retries, reminders, seals and digests wait. Run npm run doctor to see why and what to do.',
      },
      failed: {
        label: 'failed',
        advice:
          'Start the desk with npm run desk and click “a mail failed” to see the reason for each. “Send all again” tries again, and “Drop all” gives up.',
      },
      held: {
        label: 'held',
        advice:
          'These people look like bots, or too many came from one source. Start the desk with npm run desk, click “held”, and send or drop their mails.',
      },
      housekeeping: {
        label: 'of the jobs that run every minute failed',
        advice:
          'Mails are still sent, but seals, reminders, deletions or news of stopped numbers may wait. Run npm run doctor to see what to repair.',
      },
      overdue: {
        label: 'overdue',
        advice:
          'Nobody has tried to send them for more than ten minutes. Run npm run doctor to see why and what to do. After that they go out by themselves.',
      },
      delayed: {
        label: 'delayed',
        advice:
          'Sending has failed for more than an hour. The function keeps trying for 7 days. Start the desk with npm run desk and click “a mail is delayed” to see why. To check the mail server, run npm run doctor.',
      },
      webhook: {
        label: 'not taken by the webhook',
        advice:
          'Your system answered 410 or failed for more than an hour. Run npm run doctor to see what to repair. Then start the desk with npm run desk, click “a mail failed” and “Send all again”. If you have turned the webhook off, click “Drop all”.',
      },
    },
    reason: 'You get this email at most once a day, as long as something needs you.',
  },
  digest: {
    subject: { one: 'new lead, in one email', more: 'new leads, in one email' },
    preheader: 'All of them are stored. Here is where to find them.',
    title: 'A lot of new leads',
    lead: 'So many leads came in that you get one email for all of them:',
    since: 'since',
    newest: 'The newest are:',
    and: 'and',
    more: 'more',
    withdrawn: {
      subject: {
        one: 'person withdrew consent to text messages',
        more: 'people withdrew consent to text messages',
      },
      title: 'Stop texting these people',
      preheader: 'They withdrew their consent to text messages.',
      reason: 'You get this email when someone withdraws their consent to text messages.',
      lead: 'Do not text these people any more. They withdrew their consent, or their number said stop:',
    },
    texts: {
      subject: { one: 'text message for you to read', more: 'text messages for you to read' },
      title: 'Someone texted you',
      preheader: 'Who wrote, and what they said.',
      reason: 'You get this email when a text message says neither STOP nor START.',
      lead: 'These text messages say neither stop nor start, so nothing was done about them:',
      advice:
        'People may ask you to stop in any reasonable words. If one of these does, start the desk with npm run desk, click “Texting” and stop the number.',
    },
    returned: {
      subject: { one: 'lead cannot be reached by email', more: 'leads cannot be reached by email' },
      title: 'Call these people instead',
      preheader: 'Their mail came back, or they do not want it.',
      reason: 'You get this email when a mail comes back or is reported as spam.',
      lead: 'Email does not reach these people, so call them instead:',
      bounced: 'the address does not exist',
      returned: 'the mail came back, for example because the mailbox is full',
      complained: 'reported the mail as spam',
    },
    erased: {
      subject: { one: 'No more text messages', more: 'No more text messages' },
      title: 'Nothing left to do',
      preheader: 'Whoever this was about has been erased.',
      reason: 'You get this email when someone withdraws their consent to text messages.',
      lead: 'Someone withdrew their consent to text messages. They have been erased since, or have confirmed a new consent.',
    },
    advice:
      'To see all of them, start the desk with npm run desk and click “Leads”, then “Today”. You can set how many emails an hour you get one by one (docs/operate.md).',
    reason: 'You get this email when more leads come in than lead_settings.owner_mails_per_hour allows.',
  },
  seal: {
    subject: 'Keep this email: the latest seal',
    preheader: 'It can prove later that nobody changed a stored consent.',
    title: 'Keep this seal',
    lead: 'It can prove later that nobody changed a stored consent.',
    body: [
      'Every submission is sealed. Each seal is made from everything stored up to that point. If someone changes, adds or removes a submission later, the seals no longer match.',
      'The owner of the database could make all the seals again, but nobody can change this email. So keep it. There is nothing else to do.',
    ],
    latest: 'The latest seal, as its number and its hash:',
    use: 'If a consent is disputed, run this command in the project. It compares everything that is stored with this seal:',
    removals:
      'These people were erased or withdrew in the last five weeks, these numbers were stopped, and these addresses get no more emails. A code stands for each person and address. Only the newest 500 are listed. If you restore a backup, save this email as a text file and run npm run leads -- reapply with the name of the file.',
    reason:
      'You get this email at most once a week, unless you set another time in the desk, when there are new submissions, erasures or stopped numbers.',
  },
  notice: {
    subject: 'Someone changed who gets your leads',
    preheader: 'If it was not you, here is what to do.',
    title: 'Was this you?',
    lead: 'Your list of colleagues was changed on',
    added: 'These addresses now get each lead:',
    removed: 'These addresses no longer get leads:',
    by: 'The change was made with the database login',
    body: [
      'If you or a colleague made it, there is nothing to do. You still get every mail yourself.',
      'If not, a stranger can use your desk, and may have read your leads. First set a new DESK_KEY and change the password of this database login. Then start the desk with npm run desk, click “Settings” and take out the addresses that you do not know.',
    ],
    reason: 'You get this email whenever the list changes. It cannot be turned off.',
  },
  test: {
    subject: 'Test email from the training page',
    preheader: 'Emails from the training page arrive here.',
    title: 'Email works',
    body: [
      'The mail server took this message, and it reached you.',
      'You will hear of new leads at this address.',
    ],
    reason: 'You got this email because someone with a key of the project asked for a test.',
  },
} as const

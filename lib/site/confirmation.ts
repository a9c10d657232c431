/** The pages behind the link in the visitor's mail, where lead_settings.double_opt_in asks for a confirmation. */
export const confirmationCopy = {
  title: 'Is this your number?',
  button: 'Yes, it is mine and I agree',
  otherwise: 'If not, close this page: nothing happens.',
  outcomes: {
    done: { title: 'Thank you', text: 'Your number is confirmed.' },
    unknown: {
      title: 'This link is not valid',
      text: 'It may be older than 30 days. Fill in the form once more to get a new one.',
    },
    unavailable: {
      title: 'That did not work',
      text: 'Your answer could not be stored. Please open the link in your mail again in a few minutes.',
    },
  },
  home: 'To the training',
} as const

export type ConfirmationOutcome = keyof typeof confirmationCopy.outcomes

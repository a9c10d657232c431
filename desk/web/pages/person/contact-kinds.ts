/**
 * The kinds of contact that the operator can note on a person's page, with the words of their buttons. The first is
 * what Enter saves: it neither counts as a call nor removes the day to call again.
 */
export const contactKinds = { note: 'Save', called: 'Called', answered: 'Answered', met: 'Met' }

/** How long a note may be, in letters, as the database counts them. */
export const mostLetters = 10_000

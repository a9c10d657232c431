/**
 * What the operator can note, with the words of the buttons. Enter saves the first, which is no call and
 * keeps the day to call again.
 */
export const contactKinds = { note: 'Save', called: 'Called', answered: 'Answered', met: 'Met' }

/** Letters of a note, as the database counts them. */
export const mostLetters = 10_000

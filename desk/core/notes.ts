/** The kinds of notes: the database's names and the words for them. */
export const noteKinds: Record<string, string> = {
  called: 'called',
  answered: 'answered',
  met: 'met',
  note: 'noted',
}

// What the model of the foretold histories stores: logs to which rows are added. It reads no database, and it follows
// from the rules of the product, not from its SQL.

/** What a visitor typed, or the press of a link (`isPress`), or a withdrawal. `number` is in E.164, or null. */
export type Row = {
  id: string
  kind: 'form' | 'press' | 'withdrawal'
  place: number
  name: string
  email: string
  typed: string
  number: string | null
  /** The network from which it came, as long as its traces are kept. */
  source: string | null
  isMerged: boolean
  isHeld: boolean
  isDropped: boolean
  /** Whether it came from a preview of the page. It says nothing then, and nothing is told. */
  isPreview: boolean
  mustConfirm: boolean
  /** Whether it is old enough to be deleted. Held rows never are. */
  isOld: boolean
  /** The place of the stop of a number that a withdrawal stores. */
  event?: number | undefined
}

/** A yes or a no of a person. `about` is a number, or what was typed instead of one. */
export type Word = {
  place: number
  kind: 'given' | 'asked' | 'confirmed' | 'withdrawn'
  about: string
}

export type Correction = {
  field: 'email' | 'phone'
  from: string
  /** How the number was typed before, and the number, or null if that was none. */
  before: { typed: string; number: string | null }
  to: string
  place: number
  undoneAt?: number
}

export type Person = {
  /** Who this is, also in a backup. */
  key: string
  email: string
  name: string
  typed: string
  number: string | null
  /** Whether all that came was like a bot's, or from a preview. */
  isBot: boolean
  isPreview: boolean
  rows: Row[]
  words: Word[]
  corrections: Correction[]
}

/** What a number said, or what was said about it. */
export type NumberEvent = { place: number; kind: 'stop' | 'start' | 'lift'; by: string; words?: string }

/** A link that was emailed, about the number that the email showed. */
export type Link = { token: string; row: Row; person: Person; mailbox: string; number: string; hour: number }

/** An email that was sent. `isReported` says whether its bounce was told. */
export type Mail = {
  id: string
  mailbox: string
  place: number
  person: Person
  row: Row
  isReported?: boolean
}

export const state = {
  people: [] as Person[],
  numbers: new Map<string, NumberEvent[]>(),
  links: [] as Link[],
  /** For each mailbox, the reasons for which it gets no emails. */
  refusals: new Map<string, Set<string>>(),
  /** For each mailbox, when the last bounce was lifted, and when its last emails were sent to whom. */
  lifted: new Map<string, number>(),
  mails: [] as Mail[],
  /** The texts that wait for an answer or have one, as far as nobody erased them. */
  texts: [] as { sender: string; words: string }[],
  /** Who was erased. No backup brings them back. */
  erased: new Set<string>(),
  hour: 0,
  place: 0,
  /** What is stored up to this place is old. */
  agedAt: 0,
  /** A sweep has heard of what was said up to this place. */
  sweptAt: 0,
  doubleOptIn: false,
  /** Whether a colleague gets copies of what the owner gets. */
  hasCopies: false,
}

/** Returns the place of what is said next. */
export const next = () => (state.place += 1)

export const personOf = (mailbox: string) => state.people.find(({ email }) => email === mailbox)

export function forget() {
  state.people = []
  state.numbers.clear()
  state.links = []
  state.refusals.clear()
  state.lifted.clear()
  state.mails = []
  state.texts = []
  state.erased.clear()
  state.hour = 0
  state.place = 0
  state.agedAt = 0
  state.sweptAt = 0
  state.doubleOptIn = false
  state.hasCopies = false
}

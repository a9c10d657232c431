import assert from 'node:assert/strict'

// The model knows what was said by whom in the random histories, and what follows from it. It reads no database.

/**
 * These collections contain everybody who has refused and not agreed again since. `stopped` contains numbers that
 * were stopped by a text message or by the operator. `withdrawn` contains mailboxes whose consent was withdrawn with
 * a link or by the operator. For each number, `left` contains the mailboxes that had this number when they withdrew.
 */
export const stopped = new Set<string>()
const withdrawn = new Set<string>()
export const left = new Map<string, Set<string>>()
/** Mailboxes that asked for no more emails, complained about an email, or bounced. Nothing can undo this. */
export const silenced = new Set<string>()
/**
 * `clock` counts the hours that have passed in all histories. `mailedAt` contains the hours at which each
 * mailbox got an email.
 */
let clock = 0
const mailedAt = new Map<string, number[]>()
/** Mailboxes for which somebody opened a link from an email and pressed the button there. */
export const pressed = new Set<string>()
/**
 * Actions of a visitor or of the operator after which no reminder may be sent. If a backup is restored, whatever was
 * done after it is erased.
 */
type Reminding = {
  begun: Set<string>
  booked: Set<string>
  reminded: Set<string>
  /**
   * Both maps lead from the id of a submission to a mailbox. `suspect` contains submissions that are held or were
   * dropped. `private` contains those whose browser asked not to be tracked.
   */
  suspect: Map<string, string>
  private: Map<string, string>
}
let reminding: Reminding = {
  begun: new Set(),
  booked: new Set(),
  reminded: new Set(),
  suspect: new Map(),
  private: new Map(),
}
let backup = structuredClone(reminding)
const dropped = new Set<string>()
export const mailed = { reminders: 0, others: 0, unpressed: 0 }
/** The ids of the submissions of each mailbox. */
export const submissions = new Map<string, string[]>()
/**
 * What was submitted under each id. `isOver` is true if the person has withdrawn since then. In `links`, the
 * same submissions are found by the token of an emailed link, with the number that the email shows.
 */
type Submitted = { mailbox: string; isOver: boolean }
export const submitted = new Map<string, Submitted>()
export const links = new Map<string, { submission: Submitted; number: string }>()
/** For each mailbox, the numbers that the operator corrected for it, and to which nobody has agreed since. */
let unagreed = new Map<string, Set<string>>()
let unagreedBackup = new Map<string, Set<string>>()
/** The addresses that were corrected, the newest last. */
let corrections: { from: string; to: string }[] = []
let correctionsBackup = 0

export function addSubmission(id: string, mailbox: string, number: string, signals: object) {
  if ('suspected_bot' in signals) reminding.suspect.set(id, mailbox)
  if ('refuses_tracking' in signals) reminding.private.set(id, mailbox)
  submissions.set(mailbox, [...(submissions.get(mailbox) ?? []), id])
  submitted.set(id, { mailbox, isOver: false })
  unagreed.get(mailbox)?.delete(number)
}

/** The operator corrects the number of this mailbox. */
export function addNumber(mailbox: string, number: string) {
  unagreed.set(mailbox, (unagreed.get(mailbox) ?? new Set()).add(number))
}

export function undoNumber(mailbox: string, number: string) {
  unagreed.get(mailbox)?.delete(number)
}

/** The operator corrects an address, or takes this back. What the person said now belongs to the other mailbox. */
export function addAddress(from: string, to: string) {
  corrections.push({ from, to })
  rename(from, to)
}

export function undoAddress(from: string, to: string) {
  const at = corrections.findLastIndex((made) => made.from === to && made.to === from)
  if (at >= 0) corrections.splice(at, 1)
  rename(from, to)
}

/** Returns the mailbox and those from which its address was corrected. */
function formerOf(mailbox: string): string[] {
  const known = [mailbox]
  for (const { from, to } of corrections.toReversed()) if (known.includes(to)) known.push(from)
  return known
}

function rename(from: string, to: string) {
  for (const people of [
    withdrawn,
    pressed,
    reminding.begun,
    reminding.booked,
    reminding.reminded,
    ...left.values(),
  ])
    if (people.delete(from)) people.add(to)
  for (const ids of [reminding.suspect, reminding.private])
    for (const [id, owner] of ids) if (owner === from) ids.set(id, to)
  for (const submission of submitted.values()) if (submission.mailbox === from) submission.mailbox = to
  const own = submissions.get(from)
  if (own) submissions.set(to, [...(submissions.get(to) ?? []), ...own])
  submissions.delete(from)
  const numbers = unagreed.get(from)
  if (numbers) unagreed.set(to, numbers)
  unagreed.delete(from)
}

/** The consent of this mailbox is withdrawn while it has this number. */
export function addWithdrawal(mailbox: string, number: string) {
  withdrawn.add(mailbox)
  for (const id of submissions.get(mailbox) ?? []) {
    const submission = submitted.get(id)
    if (submission) submission.isOver = true
  }
  left.set(number, (left.get(number) ?? new Set()).add(mailbox))
}

export function addConfirmation(mailbox: string, number: string) {
  withdrawn.delete(mailbox)
  left.get(number)?.delete(mailbox)
  unagreed.get(mailbox)?.delete(number)
}

export const addBegin = (mailbox: string) => reminding.begun.add(mailbox)

export const addBooking = (mailbox: string) => reminding.booked.add(mailbox)

/** The operator releases or drops the held messages of a mailbox. If they were dropped before, nothing changes. */
export function addDecision(mailbox: string, isDropped: boolean) {
  for (const [id, held] of reminding.suspect) {
    if (held !== mailbox || dropped.has(id)) continue
    if (isDropped) dropped.add(id)
    else reminding.suspect.delete(id)
  }
}

export function addErasure(mailbox: string) {
  withdrawn.delete(mailbox)
  for (const [token, { submission }] of links) if (submission.mailbox === mailbox) links.delete(token)
  unagreed.delete(mailbox)
  unagreedBackup.delete(mailbox)
  pressed.delete(mailbox)
  // The emails to the addresses from before a correction are erased with the person, too.
  for (const known of formerOf(mailbox)) mailedAt.delete(known)
  for (const { begun, booked, reminded, suspect, private: unwatched } of [reminding, backup]) {
    begun.delete(mailbox)
    booked.delete(mailbox)
    reminded.delete(mailbox)
    for (const ids of [suspect, unwatched])
      for (const [id, owner] of ids) if (owner === mailbox) ids.delete(id)
  }
}

export function addHours(hours: number) {
  clock += hours
}

export function backUp() {
  backup = structuredClone(reminding)
  unagreedBackup = structuredClone(unagreed)
  correctionsBackup = corrections.length
}

/**
 * Goes back to the backup. `known` contains the mailboxes that are in it. People who came after the backup count as
 * erased, but their numbers stay stopped.
 */
export function restore(known: Set<unknown>) {
  // Whoever came with an address after it was corrected is not in the backup.
  for (const { from, to } of corrections.splice(correctionsBackup).toReversed()) {
    addErasure(from)
    rename(to, from)
  }
  reminding = structuredClone(backup)
  unagreed = structuredClone(unagreedBackup)
  mailedAt.clear()
  for (const mailbox of withdrawn) if (!known.has(mailbox)) withdrawn.delete(mailbox)
}

/** Returns why nobody may text this person, or undefined. */
export const noOf = (mailbox: string, number: string) =>
  (stopped.has(number) && 'the number said stop') ||
  (withdrawn.has(mailbox) && 'the person withdrew') ||
  (left.get(number)?.size && 'a person with the number withdrew') ||
  (unagreed.get(mailbox)?.has(number) && 'nobody agreed to the corrected number') ||
  undefined

/** Returns why nobody may remind this person of the video, or undefined. */
const unremindable = (mailbox: string, number: string) =>
  (reminding.begun.has(mailbox) && 'began the video') ||
  (reminding.booked.has(mailbox) && 'booked a call') ||
  ([...reminding.suspect.values()].includes(mailbox) && 'looks like a bot') ||
  ([...reminding.private.values()].includes(mailbox) && 'asks not to be tracked') ||
  (withdrawn.has(mailbox) && 'withdrew') ||
  (stopped.has(number) && 'sent STOP') ||
  undefined

/**
 * Checks an email to a visitor that a worker has just claimed. `number` is the number of the person now.
 * `isRepeated` is true if the operator has sent the same email again.
 */
export function expectWanted(mailbox: string, number: string, isReminder: boolean, isRepeated: boolean) {
  assert.ok(!silenced.has(mailbox), `${mailbox} gets a mail, but wants none`)
  mailed[isReminder ? 'reminders' : 'others'] += 1
  const recent = [...(mailedAt.get(mailbox) ?? []).filter((hour) => hour > clock - 30 * 24), clock]
  mailedAt.set(mailbox, recent)
  if (!pressed.has(mailbox)) {
    assert.ok(recent.length <= 3, `${mailbox} gets a fourth email in 30 days, but pressed no link`)
    if (recent.length === 3) mailed.unpressed += 1
  }
  if (!isReminder) return
  assert.ok(isRepeated || !reminding.reminded.has(mailbox), `${mailbox} is reminded once more`)
  const no = unremindable(mailbox, number)
  assert.equal(no, undefined, `${mailbox} is reminded, but ${no}`)
  reminding.reminded.add(mailbox)
}

/** How often an ad platform was told of each event. */
export const told = new Map<string, number>()

/** Checks what a worker has just claimed to tell an ad platform. `number` is the number of the person now. */
export function expectTellable(mailbox: string, number: string, event: string) {
  const no =
    noOf(mailbox, number) ??
    ([...reminding.private.values()].includes(mailbox) ? 'asks not to be tracked' : undefined)
  assert.equal(no, undefined, `Meta is told of ${mailbox} (${event}), but ${no}`)
  told.set(event, (told.get(event) ?? 0) + 1)
}

/** Deletes all histories, so that another one can begin with an empty database. */
export function deleteAll() {
  for (const known of [stopped, withdrawn, left, silenced, mailedAt, pressed, dropped]) known.clear()
  for (const known of [submissions, submitted, links]) known.clear()
  reminding = {
    begun: new Set(),
    booked: new Set(),
    reminded: new Set(),
    suspect: new Map(),
    private: new Map(),
  }
  unagreed.clear()
  corrections = []
  backUp()
}

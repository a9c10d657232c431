import { refuse } from '../../../core/desk-error.ts'
import { counted, countedPeople } from '../../../core/figures.ts'
import { changeSettings, countExpiring, readSettings, settingWords } from '../../../core/settings.ts'
import { withQuery } from '../../format/with-query.ts'
import { action } from '../../server/action.ts'
import { type Reply, seenOf } from './reply.ts'
import { showSettings } from './show.ts'
import type { SettingsProps } from './view.tsx'

/**
 * POST /settings: changes the settings of one `section` that the operator changed. `seen` has the values that
 * the page showed, so an old page does not take back a colleague's change. Changes none, and says why, if a
 * value is wrong, a colleague changed the same setting, or data would be deleted and the operator has not
 * typed how many. What is not saved stays in its field, in other sections too.
 */
export const saveSettings = action<SettingsProps>(
  async (press) => {
    const { desk, read, readAll } = press
    const section = settingWords.find(({ id }) => id === read('section'))
    if (!section) refuse('Nothing was done: no button was pressed.')
    const settings = await readSettings(desk)
    const seen = seenOf(read('seen'), settings)
    const typed = settings.flatMap(({ name, value: stored }) => {
      const value = read(name).trim().replaceAll('\r\n', '\n')
      const isTyped = readAll(name).length > 0 && value !== seen[name] && value !== (stored ?? '')
      return isTyped ? [{ name, value, stored: stored ?? '', isOwn: name in section.settings }] : []
    })
    const changed = typed.filter(({ isOwn }) => isOwn)
    const unsaved = typed.filter(({ isOwn }) => !isOwn)
    const changes = toRecord(changed, ({ value }) => value)
    const reply = (said: Partial<Reply>) =>
      showSettings(press, press.context, {
        section: section.id,
        typed: toRecord(said.saved ? unsaved : typed, ({ value }) => value),
        // A colleague's change in another section shows once that section is saved.
        seen: toRecord(unsaved, ({ name }) => seen[name] ?? ''),
        ...said,
      })
    const crossed = changed.filter(({ name, stored }) => seen[name] !== stored)
    if (crossed.length > 0)
      return reply({
        faults: toRecord(
          crossed,
          ({ stored }) =>
            `A colleague has changed this to “${stored}” since you opened the page. Save again to replace that.`,
        ),
      })
    const question = questionOf(await countExpiring(desk, changes))
    if (question && read('deletes') !== question.words)
      return reply({ question: { ...question, typed: read('deletes') } })
    const faults = await changeSettings(desk, changes)
    if (Object.keys(faults).length > 0) return reply({ faults })
    const count = changed.length === 1 ? '1 setting is' : `${changed.length} settings are`
    const saved = changed.length > 0 ? `${count} changed.` : 'Nothing was changed.'
    return unsaved.length > 0 ? reply({ saved }) : saved
  },
  (notice, { read }) => withQuery('/settings', { section: read('section'), notice }),
)

/** POST /settings/keys: turns the shortcuts of this login on or off, as `keys` says. */
export const setKeys = action(
  async ({ desk, read }) => {
    const keys = read('keys')
    if (keys !== 'on' && keys !== 'off') refuse('Nothing was changed: no button was pressed.')
    await desk.call('set_keys', { has_keys: keys === 'on' })
    return `Keyboard shortcuts are ${keys}.`
  },
  (notice) => withQuery('/settings', { notice }),
)

/** The question before data is deleted, and the words to type. */
function questionOf({ people, submissions, traces, days }: Awaited<ReturnType<typeof countExpiring>>) {
  const deleted = [
    { count: people, noun: countedPeople(people) },
    { count: submissions, noun: counted(submissions, 'submission') },
    { count: traces, noun: counted(traces, 'trace'), about: ' of networks and browsers' },
    { count: days, noun: counted(days, 'day'), about: ' of the funnel' },
  ].filter(({ count }) => count > 0)
  const [first] = deleted
  if (!first) return undefined
  const what = new Intl.ListFormat('en').format(deleted.map(({ noun, about = '' }) => noun + about))
  return {
    words: `delete ${first.noun}`,
    text: `This deletes ${what} within minutes${submissions > 0 ? ', and the evidence of consent' : ''}.`,
  }
}

const toRecord = <Entry extends { name: string }>(entries: Entry[], write: (entry: Entry) => string) =>
  Object.fromEntries(entries.map((entry) => [entry.name, write(entry)]))

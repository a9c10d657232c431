import { nobody } from '../../../core/desk-error.ts'
import { money } from '../../../core/figures.ts'
import { readPerson, setOutcome } from '../../../core/person.ts'
import type { Act } from '../../server/action.ts'

const words: Record<string, string> = { open: 'Open again.', won: 'Won', lost: 'Lost.' }

/**
 * Stores what became of a person. `known` is the time of the outcome that the page showed, so that an old page changes
 * nothing. The next page offers to take it back, which posts the old outcome with its time as `at`.
 */
export const changeOutcome: Act = async ({ desk, id, read }) => {
  const [outcome, at, known] = [read('outcome'), read('at'), read('known')]
  const value = outcome === 'won' && read('value') !== '' ? Number(read('value')) : null
  if (!Object.hasOwn(words, outcome) || Number.isNaN(value) || Number(value) < 0 || Number(value) >= 1e10)
    nobody('Nothing was changed: a value is a plain number, such as 1200.50.')
  const before = await readPerson(desk, { id })
  const isDone = await setOutcome(desk, id, { outcome, value, ...(at && { set_at: at }) }, known || null)
  if (!isDone) nobody('Nothing was changed: somebody else has set the outcome in the meantime.')
  if (at || read('is_undo')) return 'The outcome is as before.'
  const now = await readPerson(desk, { id })
  const worth = outcome === 'won' ? (value === null ? '.' : `, worth ${money(value)}.`) : ''
  return {
    sentence: `${words[outcome]}${worth}`,
    undo: {
      outcome: before.outcome,
      value: String(before.outcome_value ?? ''),
      at: before.outcome_at ?? '',
      known: now.outcome_at ?? '',
    },
  }
}

import type { Act } from '../../server/action.ts'

/** The note with the id `remove`. */
export const removeNote: Act = async ({ desk, read }) => {
  await desk.call('remove_note', { note: read('remove') })
  return 'The note is deleted.'
}

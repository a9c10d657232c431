import { DatabaseError } from './database.ts'

/**
 * Describes an error for the log by its call and code, or by its name and stack. Leaves out the message, because it
 * may contain the data of a lead.
 */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof DatabaseError) return thrown.message
  if (!(thrown instanceof Error)) return 'unexpected'
  // The stack begins with the message, and a line of the message may look like a line of the stack.
  const stack = thrown.stack?.replace(thrown.message, () => '') ?? ''
  const places = stack.match(/^ {4}at .+:\d+:\d+\)?$/gm)?.map((line) => line.trim()) ?? []
  return ['unexpected', thrown.name, ...places.slice(0, 8)].join(' ')
}

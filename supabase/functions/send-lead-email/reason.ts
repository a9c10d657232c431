import { DatabaseError } from './database.ts'

/** Describes an error for the log: its call and code, or its name and stack. Omits the message, which may contain a lead's data. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof DatabaseError) return thrown.message
  if (!(thrown instanceof Error)) return 'unexpected'
  // The stack begins with the message. Lines of the message may look like lines of the stack.
  const stack = thrown.stack?.replace(thrown.message, () => '') ?? ''
  const places = stack.match(/^ {4}at .+:\d+:\d+\)?$/gm)?.map((line) => line.trim()) ?? []
  return ['unexpected', thrown.name, ...places.slice(0, 8)].join(' ')
}

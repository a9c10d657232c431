import { DatabaseError } from './database.ts'

/** For the log: the call and code, or the name and stack. The message may contain a lead's data. */
export function reasonOf(thrown: unknown): string {
  if (thrown instanceof DatabaseError) return thrown.message
  if (!(thrown instanceof Error)) return 'unexpected'
  // The stack begins with the message, a line of which may look like the stack.
  const stack = thrown.stack?.replace(thrown.message, () => '') ?? ''
  const places = stack.match(/^ {4}at .+:\d+:\d+\)?$/gm)?.map((line) => line.trim()) ?? []
  return ['unexpected', thrown.name, ...places.slice(0, 8)].join(' ')
}

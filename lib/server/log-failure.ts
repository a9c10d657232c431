/** Only ids and codes, never personal data. */
export function logFailure(event: string, code: string | number, submissionId?: string): void {
  // biome-ignore lint/suspicious/noConsole: the operator looks for failures in the host's log
  console.error(JSON.stringify({ event, submissionId, code }))
}

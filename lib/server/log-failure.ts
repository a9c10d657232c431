/** Logs a failure as a line of JSON. Pass ids and codes only, no personal data. */
export function logFailure(event: string, code: string | number, submissionId?: string): void {
  // biome-ignore lint/suspicious/noConsole: the host's log is where the operator looks
  console.error(JSON.stringify({ event, submissionId, code }))
}

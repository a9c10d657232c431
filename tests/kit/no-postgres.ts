/** The tests use the embedded database then. */
export const noPostgres = (reason = ''): string =>
  `No Postgres runs here (${reason}): the races are not tested, all else on the embedded database`

/** The warning of a stage, if it has one. */
export const findNoPostgres = (output: string): string | undefined =>
  /^No Postgres runs here \(.*$/m.exec(output)?.[0]

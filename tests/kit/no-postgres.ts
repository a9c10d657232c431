/** Returns the warning that the tests use the embedded database, because Postgres cannot run for this reason. */
export const noPostgres = (reason = ''): string =>
  `No Postgres runs here (${reason}): the races are not tested, all else on the embedded database`

/** Returns that warning if the output of a stage has it. */
export const findNoPostgres = (output: string): string | undefined =>
  /^No Postgres runs here \(.*$/m.exec(output)?.[0]

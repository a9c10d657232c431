/** Returns the project's id from its URL or from its database's address, or undefined if the address has no id. */
export function projectOf(address = ''): string | undefined {
  const { hostname = '', username = '' } = URL.parse(address) ?? {}
  const [, id] =
    /^(?:db\.)?([a-z]{20})\.supabase\.co$/.exec(hostname) ?? /\.([a-z]{20})$/.exec(username) ?? []
  return id
}

/** Returns a remedy by SQL. The text names the project, so that nobody runs the statement in another project. */
export const inEditor = ({ databaseProject }: { databaseProject?: string | undefined }, statement: string) =>
  `Run in the SQL editor${databaseProject ? ` of project ${databaseProject}` : ''}: ${statement};`

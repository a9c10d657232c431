import { isServerError } from '../../machine/connections.ts'
import { isUntrusted, projectOf } from './connect-database.ts'
import { failureCode } from './failure-code.ts'

/**
 * An error that the operator can repair. The message says what is wrong and, after an arrow, how to repair
 * it. `code` is that of the database or the operating system, or of the desk: 'refused' or 'invalid'.
 */
export class DeskError extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** May pass, or the address of the database is wrong. */
export class NoAnswer extends DeskError {}

/** The message then says everything. */
export const isOwnRefusal = (error: unknown): error is DeskError =>
  error instanceof DeskError && ['refused', 'invalid'].includes(error.code)

/** A form or an address has a wrong date, id or position. The database finds most of them. */
export const isWrongValue = (error: unknown): error is DeskError =>
  error instanceof DeskError && /^(22|23514|days)/.test(error.code)

export function refuse(message: string): never {
  throw new DeskError('refused', message)
}

export const migrate = 'Apply the migrations (docs/deploy.md, step 3)'
export const setAddress =
  'Set SUPABASE_DB_URL in operator.env to the address of the database (dashboard, Connect, session pooler), with the password, percent-encoded'

/** Names the project, so that nobody uses the SQL editor of a different one. */
export const inEditor = ({ databaseProject }: { databaseProject?: string | undefined }, statement: string) =>
  `Run in the SQL editor${databaseProject ? ` of project ${databaseProject}` : ''}: ${statement};`

/** Of each login that setup makes: the variable with its address, its role, and how the address is set. */
export const logins = {
  desk: { variable: 'SUPABASE_DB_URL', role: 'lead_desk', set: setAddress },
  backup: {
    variable: 'BACKUP_DB_URL',
    role: 'lead_backup',
    set: 'Run npm run setup -- backup, which makes a login for it (docs/operate.md, Backup and restore)',
  },
}
type Login = (typeof logins)[keyof typeof logins]

/** Why the database at this address could not run the SQL function `name`. */
export function explainDatabaseError(
  error: unknown,
  address: string,
  name: string,
  login: Login = logins.desk,
): DeskError {
  const code = failureCode(error)
  const fault = describe(error as Error, code, address, name, login)
  if (fault !== undefined) return new DeskError(code, fault, error)
  return new NoAnswer(
    code,
    `The database at ${login.variable} does not answer (${code}). → ${login.set}; db.<ref>.supabase.co has an IPv6 address only`,
    error,
  )
}

/** What is wrong with the database or the login, and what to do. Undefined if nothing answered. */
function describe(
  error: Error,
  code: string,
  address: string,
  name: string,
  login: Login,
): string | undefined {
  const { message } = error
  const { variable, role, set } = login
  const secure = inEditor({ databaseProject: projectOf(address) }, 'select private.secure_leads()')
  if (message.includes(`role "${role}" does not exist`))
    return `The database lacks the role ${role}, as after a restore. → ${secure}`
  if (code === '42883' || code === '3F000')
    return `The database lacks ${name}() of this version. → ${migrate}`
  if (/permission denied to set role/.test(message))
    return `The role in ${variable} may not act as ${role}. → ${set}. Its login must be postgres or a member of ${role}`
  if (code === '42501' && message.includes('row-level security'))
    return `The rows of a table are hidden from its owner: ${message}. → Remove the policies and “force row level security” of this table`
  if (code === '42501') return `The role ${role} may not call ${name}(). → ${secure}`
  if (code.startsWith('28') || code === 'SASL_SIGNATURE_MISMATCH')
    return `The database refuses the login in ${variable} (${code}). → ${set}`
  if (code === '3D000') return `The server has no database of the name in ${variable} (${code}). → ${set}`
  if (isServerError(error) && error.severity === 'ERROR') return `The database refused: ${message} (${code}).`
  if (isUntrusted(code))
    return `The server at ${variable} does not prove who it is (${code}). → Download the certificate of the database (dashboard, Database, Settings, SSL Configuration), and set PGSSLROOTCERT to its file, or end ${variable} with ?sslrootcert=<file>`
  return undefined
}

import { publishableKeyOf, readDeskKey, tryKeyOf, withKey } from '../../../machine/desk-key.ts'
import { readPort } from '../../../machine/ports.ts'
import { openDesk } from '../../core/open-desk.ts'

type Variables = Record<string, string | undefined>

const names = ['DESK_URL', 'SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'DESK_TRY_KEY'] as const

/** No variable names a project. */
export const isLocal = (variables: Variables) => names.every((name) => !variables[name])

/** For the desk on the web beside the local stack. */
export function localVariables(variables: Variables): Record<(typeof names)[number], string> {
  const key = readDeskKey(variables) ?? ''
  return {
    DESK_URL: `http://127.0.0.1:${readPort(variables, 'webPort')}`,
    SUPABASE_URL: `http://127.0.0.1:${readPort(variables, 'gatewayPort')}`,
    SUPABASE_PUBLISHABLE_KEY: publishableKeyOf(key),
    DESK_TRY_KEY: tryKeyOf(key),
  }
}

/** Throws an error with a remedy if the stack does not run. */
export async function joinLocalStack(variables: Variables) {
  const { SUPABASE_URL, DESK_TRY_KEY } = localVariables(variables)
  const { GATEWAY_PORT, DESK_KEY, LOCAL_DATA_DIR } = variables
  await openDesk({ GATEWAY_PORT, DESK_KEY, LOCAL_DATA_DIR })
    .call('set_web', { issuer: `${SUPABASE_URL}/auth/v1`, try_key: DESK_TRY_KEY })
    .catch(({ message }) => {
      throw new Error(`${message}; for the leads of a project, set ${names.join(', ')}`)
    })
}

/** How to get into the desk on the web of this machine. */
export function localHelp(variables: Variables) {
  const key = readDeskKey(variables) ?? ''
  const [desk, inbox] = [readPort(variables, 'deskPort'), readPort(variables, 'inboxPort')]
  return `  Add yourself as an owner, and confirm your second factor there:  ${withKey(desk, key)}members
  The code comes to the inbox of this machine:  ${withKey(inbox, key)}
`
}

import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'sweep address'

/** Whether Vault holds the address at which the sweep calls the function. */
export function checkSweepAddress({ database, target }: Seen): Result[] {
  if (target.isLocal) return []
  if (database.kind !== 'health') return [unseen(check, 'The database did not tell.')]
  if (database.health.unseen.includes('secrets')) {
    const todo = 'Turn on Vault (dashboard, Database, Extensions)'
    return [fault(check, 'The database has no Vault for the address of the sweep.', todo)]
  }
  const { project_url: url } = database.health.secrets ?? {}
  const address = target.supabaseUrl ?? ''
  if (!url) {
    const todo = `Run in the SQL editor: select vault.create_secret('${address}', 'project_url')`
    return [fault(check, 'Vault lacks project_url, so the sweep calls nobody.', todo)]
  }
  if (url.replace(/\/$/, '') === address) return [ok(check, 'Vault holds project_url.')]
  const todo = `Run in the SQL editor: select vault.update_secret((select id from vault.secrets where name = 'project_url'), '${address}')`
  return [fault(check, 'project_url in Vault is another address than SUPABASE_URL.', todo)]
}

import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'sweep secrets'
const key = 'sb_secret_…'

/** Whether Vault holds what the sweep calls the function with. */
export function checkSweepSecrets({ database, target }: Seen): Result[] {
  if (target.isLocal) return []
  if (database.kind !== 'health') return [unseen(check, 'The database did not tell.')]
  if (database.health.unseen.includes('secrets')) {
    const todo = 'Turn on Vault (dashboard, Database, Extensions)'
    return [fault(check, 'The database has no Vault for the secrets of the sweep.', todo)]
  }
  const { project_url: url, sweep_key: kind } = database.health.secrets ?? {}
  const address = target.supabaseUrl ?? ''
  const faults: Result[] = []
  if (!url) {
    faults.push(
      fault(check, 'Vault lacks project_url, so the sweep calls nobody.', create('project_url', address)),
    )
  } else if (url.replace(/\/$/, '') !== address) {
    const sentence = 'project_url in Vault is another address than SUPABASE_URL.'
    faults.push(fault(check, sentence, update('project_url', address)))
  }
  if (!kind) {
    faults.push(fault(check, 'Vault lacks sweep_key, so the sweep calls nobody.', create('sweep_key', key)))
  } else if (kind === 'other') {
    faults.push(fault(check, 'sweep_key in Vault is no secret key.', update('sweep_key', key)))
  }
  return faults.length > 0 ? faults : [ok(check, 'Vault holds project_url and sweep_key.')]
}

const create = (name: string, value: string) =>
  `Run in the SQL editor: select vault.create_secret('${value}', '${name}')`
const update = (name: string, value: string) =>
  `Run in the SQL editor: select vault.update_secret((select id from vault.secrets where name = '${name}'), '${value}')`

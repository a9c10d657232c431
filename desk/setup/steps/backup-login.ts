import { databaseLogin } from './database-login.ts'

export const backupLogin = databaseLogin({
  ...{ name: 'backup', use: 'the backup', variable: 'BACKUP_DB_URL' },
  ...{ first: 'backup_operator', role: 'lead_backup' },
})

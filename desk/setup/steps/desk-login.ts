import { databaseLogin } from './database-login.ts'

export const deskLogin = databaseLogin({
  ...{ name: 'desk', use: 'the desk', variable: 'SUPABASE_DB_URL' },
  ...{ first: 'desk_operator', role: 'lead_desk' },
})

import { databaseLogin } from './database-login.ts'

/** Makes a login for the desk and the doctor. */
export const deskLogin = databaseLogin({
  ...{ name: 'desk', use: 'the desk', variable: 'SUPABASE_DB_URL' },
  ...{ first: 'desk_operator', role: 'lead_desk' },
})

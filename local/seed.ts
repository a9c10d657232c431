import { loadEnvFiles } from '../lib/load-env-files.ts'
import { openDatabase } from './database/open-database.ts'
import { seedDesk, seededPeople } from './seed-desk.ts'
import { readSettings } from './settings.ts'

// Refuses if the leads of `npm start` are elsewhere.
loadEnvFiles('development')
try {
  const settings = readSettings()
  const { SUPABASE_URL, SUPABASE_DB_URL } = process.env
  const live = [SUPABASE_URL, SUPABASE_DB_URL, settings.databaseUrl].find(
    (url) => url && !isOnThisMachine(url),
  )
  if (live)
    throw new Error(`npm run seed only fills a desk of this machine, and not ${URL.parse(live)?.host}`)
  const database = await openDatabase(settings)
  try {
    await seedDesk(database)
  } finally {
    await database.close()
  }
  console.log(`\n  The desk has ${seededPeople} people now. npm run dev shows them.\n`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}

function isOnThisMachine(url: string) {
  return ['localhost', '127.0.0.1', '[::1]'].includes(URL.parse(url)?.hostname ?? '')
}

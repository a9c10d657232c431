import { env } from 'node:process'
import './resolve-as-next.ts'

// The page reads its settings once in a process, so all tests in one process share these.
env.SUPABASE_URL = 'https://abc.supabase.co'
env.SUPABASE_SECRET_KEY = 'sb_secret_of_this_server'
env.SITE_SECRET = 'the_secret_of_this_site_stays_as_it_is'

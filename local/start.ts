import { execFile } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { promisify } from 'node:util'
import { digestInputs, isBuiltFrom } from '../build/build-inputs.ts'
import { loadEnvFiles } from '../lib/load-env-files.ts'
import { makeDeskKey, withKey } from '../machine/desk-key.ts'
import { readSettings } from './settings.ts'
import { type ServiceName, serviceNames, startStack } from './stack.ts'

// `start` serves the existing build. Otherwise the page is built first if anything has changed.
const command = process.argv[2]
const mode = command === 'dev' ? 'dev' : 'start'
loadEnvFiles(mode === 'dev' ? 'development' : 'production')

const abort = new AbortController()
let firstSignalAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // Terminal and npm both pass on Ctrl-C: a second signal within 0.5 s is the same one.
    if (firstSignalAt && Date.now() - firstSignalAt > 500) process.exit(130)
    firstSignalAt ||= Date.now()
    abort.abort()
  })
}
// Writing to a closed terminal fails. The process must go on, to stop the services.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

function onDeath(service: ServiceName, ending: string) {
  if (abort.signal.aborted) return
  console.error(`${service} ended by itself (${ending}); stopping the others`)
  process.exitCode = 1
  abort.abort()
}

try {
  const isHosted = isHostedSupabase()
  const settings = readSettings(process.env, isHosted ? undefined : await makeDeskKey(process.env))
  const services = isHosted ? (['next'] as const) : serviceNames
  if (isHosted)
    console.log(`\n  Leads go to   ${new URL(`${process.env.SUPABASE_URL}`).host}, as SUPABASE_URL says`)
  const preparePage = command ? undefined : buildPage
  const stack = await startStack(settings, { mode, services, preparePage, signal: abort.signal, onDeath })
  console.log(`\n  The page      http://127.0.0.1:${settings.pagePort}`)
  if (!isHosted) {
    console.log(`  Its emails    ${withKey(settings.inboxPort, settings.deskKey)}`)
    console.log(`  The desk      ${withKey(settings.deskPort, settings.deskKey)}`)
  }
  console.log('\n  Ctrl-C ends it.\n')
  if (!abort.signal.aborted) await once(abort.signal, 'abort')
  await stack.stop()
} catch (error) {
  if (!abort.signal.aborted) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()

/**
 * Not if sources and settings are those of the build. Throws an error with all that a failed build printed.
 */
async function buildPage() {
  if (isBuiltFrom('.next', digestInputs(process.env))) {
    console.log('\n  The page is built already, and nothing has changed since.')
    return
  }
  console.log('\n  Building the page. This takes half a minute, the first time a minute.')
  const cwd = path.join(import.meta.dirname, '..')
  // Node kills a process that prints more than 1 MiB by default.
  const options = { cwd, signal: abort.signal, maxBuffer: Number.POSITIVE_INFINITY }
  await promisify(execFile)(process.execPath, ['build/run.ts'], options).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`.trim() || error.message)
  })
}

function isHostedSupabase() {
  const names = ['SUPABASE_URL', 'SUPABASE_SECRET_KEY']
  const given = names.filter((name) => process.env[name])
  if (given.length === 0) return false
  if (given.length === 2) {
    if (/^https?:$/.test(URL.parse(`${process.env.SUPABASE_URL}`)?.protocol ?? '')) return true
    throw new Error('SUPABASE_URL is not the address of a project; write https://<project>.supabase.co')
  }
  const missing = names.find((name) => !given.includes(name))
  throw new Error(`${given} is set without ${missing}; set both, or neither to run Supabase on this machine`)
}

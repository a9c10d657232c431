import { existsSync } from 'node:fs'
import { assertPortsFree, portsOf } from './free-ports.ts'
import { restartOnChange } from './restart-on-change.ts'
import { readSettings } from './settings.ts'
import { type PartName, startStack } from './stack.ts'

const mode = process.argv[2] === 'dev' ? 'dev' : 'start'
const nodeEnv = mode === 'dev' ? 'development' : 'production'

// Next's order: what is set wins, then the more local file.
for (const file of [`.env.${nodeEnv}.local`, '.env.local', `.env.${nodeEnv}`, '.env']) {
  if (existsSync(file)) process.loadEnvFile(file)
}

const abort = new AbortController()
let firstSignalAt = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    // npm passes on the Ctrl-C that the terminal has already sent: that is still the first one.
    if (firstSignalAt && Date.now() - firstSignalAt > 500) process.exit(130)
    firstSignalAt ||= Date.now()
    abort.abort()
  })
}
// A terminal that is gone must not end this process before the others.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

function onDeath(part: PartName, ending: string) {
  if (abort.signal.aborted) return
  console.error(`${part} ended by itself (${ending}); stopping the others`)
  process.exitCode = 1
  abort.abort()
}

try {
  const isHosted = isHostedSupabase()
  const settings = readSettings()
  // `npm start` asks before it builds: a build would replace the files that a running site serves.
  if (process.argv[2] === 'check') {
    const ports = portsOf(settings)
    await assertPortsFree(isHosted ? ports.next : Object.values(ports).flat())
    process.exit()
  }
  const parts = isHosted ? (['next'] as const) : undefined
  const stack = await startStack(settings, { mode, parts, signal: abort.signal, onDeath })
  console.log(`\n  The page      http://localhost:${settings.pagePort}`)
  if (!isHosted) {
    console.log(`  Its mails     http://localhost:${settings.inboxPort}`)
    console.log(`  Its leads     http://localhost:${settings.gatewayPort}`)
  }
  if (mode === 'dev' && !isHosted) restartOnChange(stack.function, settings.functionsDir)
  console.log('\n  Ctrl-C ends it.\n')
  await stack.stopped
} catch (error) {
  if (!abort.signal.aborted) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
process.exit()

function isHostedSupabase() {
  const { SUPABASE_URL, SUPABASE_SECRET_KEY } = process.env
  if (Boolean(SUPABASE_URL) !== Boolean(SUPABASE_SECRET_KEY)) {
    const [given, missing] = SUPABASE_URL
      ? ['SUPABASE_URL', 'SUPABASE_SECRET_KEY']
      : ['SUPABASE_SECRET_KEY', 'SUPABASE_URL']
    throw new Error(
      `${given} is set without ${missing}; set both, or neither to run Supabase on this machine`,
    )
  }
  return Boolean(SUPABASE_URL)
}

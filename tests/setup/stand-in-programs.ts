import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { programs } from '../../desk/setup/install-tool.ts'

// Calls the API as `vercel api <path> --raw [-X <method> --input -]` does. The stage setup drives the CLI itself.
const vercelProgram = `
  import { text } from 'node:stream/consumers'
  const [, path, ...options] = process.argv.slice(2)
  const method = options.includes('-X') ? options[options.indexOf('-X') + 1] : 'GET'
  const headers = { authorization: 'Bearer ' + process.env.VERCEL_TOKEN }
  const body = method === 'GET' ? undefined : await text(process.stdin)
  const response = await fetch(new URL(path, options.at(-1)), { method, headers, body })
  console.log(await response.text())
  if (!response.ok) process.exitCode = 1`

// Knows whose token this is, and notes the version of each function that it deploys. While the file `fault` is there,
// it fails to. supabase/cli 1d1e7191: orgs list, projects list, functions deploy --workdir.
const supabaseProgram = `#!${process.execPath}
  const { appendFileSync, existsSync, readFileSync } = require('node:fs')
  const [command, verb, ...rest] = process.argv.slice(2)
  const fail = (sentence) => {
    console.error(sentence)
    process.exitCode = 1
  }
  if (!process.env.SUPABASE_ACCESS_TOKEN) fail('Access token not provided')
  else if (command === 'projects') console.log('[]')
  else if (command === 'orgs') console.log('[{"id":"example","name":"Example"}]')
  else if (command !== 'functions' || verb !== 'deploy' || existsSync(__dirname + '/fault')) fail('500')
  else {
    const source = rest[rest.indexOf('--workdir') + 1] + '/supabase/functions/send-lead-email/source-digest.ts'
    appendFileSync(__dirname + '/deployed', /'(\\w+)'/.exec(readFileSync(source, 'utf8'))[1] + '\\n')
  }`

/**
 * Until it is disposed of, setup runs small programs in place of those of the two companies: the one of Vercel calls the
 * API that its last option names.
 */
export function openStandInPrograms() {
  const folder = mkdtempSync(path.join(tmpdir(), 'programs-'))
  const real = { ...programs }
  Object.assign(programs, {
    vercel: path.join(folder, 'vercel.mjs'),
    supabase: path.join(folder, 'supabase.cjs'),
  })
  writeFileSync(programs.vercel, vercelProgram)
  writeFileSync(programs.supabase, supabaseProgram, { mode: 0o755 })
  writeFileSync(path.join(folder, 'deployed'), '')
  const fault = path.join(folder, 'fault')
  return {
    /** The versions of the functions that were deployed, the oldest first. */
    deployed: () => readFileSync(path.join(folder, 'deployed'), 'utf8').split('\n').filter(Boolean),
    /** Whether the next deployment of a function fails. */
    failFunction: (isFaulty: boolean) => (isFaulty ? writeFileSync(fault, '') : rmSync(fault)),
    [Symbol.dispose]: () => {
      Object.assign(programs, real)
      rmSync(folder, { recursive: true })
    },
  }
}

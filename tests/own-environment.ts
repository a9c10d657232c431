import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ignoreEnvFiles } from '../lib/load-env-files.ts'

const root = path.join(import.meta.dirname, '..')

/**
 * Returns the environment of this process, but without the variables of the operator. It also sets options that keep
 * the tests away from .env files and from other machines, and a folder in which Node keeps compiled modules.
 */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const example = readFileSync(path.join(root, '.env.example'), 'utf8')
  const operators = [...example.matchAll(/^#(\w+)=/gm)].map(([, name = '']) => name)
  const own = Object.entries(process.env).filter(([name]) => !operators.includes(name))
  const env = Object.fromEntries(own) as NodeJS.ProcessEnv
  ignoreEnvFiles(env)
  const guard = new URL('kit/only-this-machine.js', import.meta.url)
  // If a name has several addresses, Node gives each of them 250 ms to connect. On a busy machine, this is too short.
  const patience = '--network-family-autoselection-attempt-timeout=10000'
  env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${patience} --import=${guard}`
  // Many processes load the same modules. Those of the kind `process` take a tenth less CPU time with this.
  env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/node')
  return env
}

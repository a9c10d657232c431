import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

// `node local/run.js FILE ...` runs a file of the project. It runs the file on the Node that npm has installed in the
// project. If something is missing, it says so in one sentence. This file is JavaScript because it has to run on any
// version of Node.
const project = join(dirname(fileURLToPath(import.meta.url)), '..')
const [file, ...values] = process.argv.slice(2)

const fault = oldNode() || missingPackages()
if (fault) {
  console.error(fault)
  process.exit(1)
}

const system = process.platform === 'win32' ? 'win' : process.platform
const ownNode = join(project, `node_modules/node-${system}-${process.arch}/bin/node`)
const [major] = process.versions.node.split('.').map(Number)
const proxied = /^(?:desk|build)\//.test(file) ? proxyEnvironment() : undefined
if (major >= 24 && !proxied) {
  process.argv.splice(1, 2, resolve(project, file))
  import(pathToFileURL(process.argv[1]).href)
} else if (major >= 24) runOn(process.execPath, proxied)
else if (existsSync(ownNode)) runOn(ownNode, proxied)
else {
  console.error(
    `This project needs Node 24, and this is Node ${process.version}: install Node 24 from https://nodejs.org.`,
  )
  process.exit(1)
}

/**
 * If npm runs on a Node for which it leaves out packages, returns a sentence that says what to do. package.json names
 * the oldest version of each line that all packages support.
 */
function oldNode() {
  const { engines } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const oldest = engines.node.match(/\d+\.\d+/g)
  const [, version] = /node\/v(\S+)/.exec(process.env.npm_config_user_agent) || [null, process.versions.node]
  const isOlder = (than) => version.localeCompare(than, 'en', { numeric: true }) < 0
  const isSupported = (from) => !isOlder(from) && parseInt(version, 10) === parseInt(from, 10)
  if (oldest.some(isSupported) || !isOlder(oldest[oldest.length - 1])) return undefined
  return `This project needs Node ${oldest.join(', ')} or newer, and npm runs on Node ${version}: install Node 24 from https://nodejs.org and run npm ci.`
}

/** If `npm ci` has not installed all packages for this system, returns a sentence that says what to do. */
function missingPackages() {
  if (!existsSync(join(project, 'node_modules/next'))) return 'The packages are not installed: run npm ci.'
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  const left = Object.keys(packages).find((at) => {
    const { optional, dev, os, cpu, libc = ['glibc'] } = packages[at]
    const isForHere = os?.includes(process.platform) && (!cpu || cpu.includes(process.arch))
    return optional && !dev && isForHere && libc.includes('glibc') && !existsSync(join(project, at))
  })
  if (!left) return undefined
  const name = left.replace(/.*node_modules\//, '')
  return `npm left out packages that this system needs, such as ${name}: run npm ci without --omit=optional and --no-optional.`
}

/**
 * If the network has a proxy, returns the variables with which Node sends its requests through it, but for those to this
 * machine. Node reads them only when it starts, and it wants whole addresses.
 */
function proxyEnvironment() {
  const { env } = process
  const find = (name) => env[name.toLowerCase()] || env[name] || env.all_proxy || env.ALL_PROXY
  const names = ['HTTP_PROXY', 'HTTPS_PROXY'].filter(find)
  if (names.length === 0 || env.NODE_USE_ENV_PROXY) return undefined
  const local = ['localhost', '127.0.0.1', '::1']
  const given = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter(Boolean)
  // Node knows this sign only alone.
  if (given.includes('*')) return undefined
  const direct = [...given, ...local].join(',')
  const more = { NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1', NO_PROXY: direct, no_proxy: direct }
  for (const name of names) {
    const whole = find(name).replace(/^(?![a-z][a-z\d+.-]*:\/\/)/i, 'http://')
    if (!/^(?:https?|socks5h?):/i.test(whole) || !URL.canParse(whole)) {
      // The value can have a password, so it is not printed.
      console.error(
        `${name} is no address of a proxy, such as http://proxy.example:3128. Correct it, or unset it.`,
      )
      process.exit(1)
    }
    more[name] = more[name.toLowerCase()] = whole
  }
  return more
}

/** Ends with the same exit code or signal. Puts this Node on the PATH, because npm before version 11 does not do so. */
function runOn(node, more) {
  const env = Object.assign({}, process.env, more, { PATH: dirname(node) + delimiter + process.env.PATH })
  const child = spawn(node, [...process.execArgv, join(project, file), ...values], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

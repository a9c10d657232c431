import { isIP, Socket } from 'node:net'

// Every process of the tests loads this file first, so that no process can reach an address outside this machine. It is
// JavaScript, because npm's own Node loads it too.
const connect = Socket.prototype.connect

Socket.prototype.connect = function (...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof first === 'object' ? first?.host : typeof second === 'string' ? second : undefined
  if (isHere(host)) return connect.apply(this, given)
  const error = new Error(`A test may not reach ${host}, which is not this machine`)
  process.nextTick(() => this.destroy(Object.assign(error, { code: 'ENOTFOUND', hostname: host })))
  return this
}

/** Whether a host is this machine. Names that no resolver may know are allowed too, because they lead nowhere. */
function isHere(host = 'localhost') {
  if (isIP(host) === 0) return /(^|\.)(localhost|invalid|test|example)\.?$/.test(host)
  return /^(127\.|0\.0\.0\.0$|::1$|::$|::ffff:127\.)/.test(host)
}

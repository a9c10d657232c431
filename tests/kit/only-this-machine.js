import { isIP, Socket } from 'node:net'

// All processes of the tests load this file before anything else. None of them can then reach another machine. It is
// written in JavaScript, because the Node that runs npm loads it too.
const connect = Socket.prototype.connect

Socket.prototype.connect = function (...given) {
  const [first, second] = Array.isArray(given[0]) ? given[0] : given
  const host = typeof first === 'object' ? first?.host : typeof second === 'string' ? second : undefined
  if (isHere(host)) return connect.apply(this, given)
  const error = new Error(`A test may not reach ${host}, which is not this machine`)
  process.nextTick(() => this.destroy(Object.assign(error, { code: 'ENOTFOUND', hostname: host })))
  return this
}

/** Names such as x.invalid and x.test are allowed too, because no resolver may know them. */
function isHere(host = 'localhost') {
  if (isIP(host) === 0) return /(^|\.)(localhost|invalid|test|example)\.?$/.test(host)
  return /^(127\.|0\.0\.0\.0$|::1$|::$|::ffff:127\.)/.test(host)
}

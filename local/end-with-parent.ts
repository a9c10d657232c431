import { isMainThread } from 'node:worker_threads'

// Preloaded into the Node parts. Whoever started the part holds the other end of its stdin, and even kill -9 closes
// that. The mark is taken out of the environment because a child of the part has another stdin.
if (isMainThread && process.env.LOCAL_ENDS_WITH_PARENT) {
  delete process.env.LOCAL_ENDS_WITH_PARENT
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume().unref()
}

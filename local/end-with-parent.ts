import { isMainThread } from 'node:worker_threads'

// Stdin closes whenever the parent ends, even after kill -9.
if (isMainThread && process.env.LOCAL_ENDS_WITH_PARENT) {
  delete process.env.LOCAL_ENDS_WITH_PARENT
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume().unref()
}

import { isMainThread } from 'node:worker_threads'

// Ends a service when its stdin closes, because then its parent has ended, even by kill -9. Its children have another stdin.
if (isMainThread && process.env.LOCAL_ENDS_WITH_PARENT) {
  delete process.env.LOCAL_ENDS_WITH_PARENT
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume().unref()
}

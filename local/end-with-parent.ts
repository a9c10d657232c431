import { isMainThread } from 'node:worker_threads'

// Ends a service when stdin closes: its parent has ended, even by kill -9. The service's own children have another stdin.
if (isMainThread && process.env.LOCAL_ENDS_WITH_PARENT) {
  delete process.env.LOCAL_ENDS_WITH_PARENT
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume().unref()
}

import { isMainThread } from 'node:worker_threads'

// Preloaded into the Node parts. The process that started a part holds the other end of the part's stdin, which closes
// however that process ends, also by kill -9. The variable is deleted because a child of the part has another stdin.
if (isMainThread && process.env.LOCAL_ENDS_WITH_PARENT) {
  delete process.env.LOCAL_ENDS_WITH_PARENT
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => {
    setTimeout(() => process.exit(1), 10_000).unref()
    process.kill(process.pid, 'SIGTERM')
  })
  process.stdin.resume().unref()
}

/** Does something once the browser has painted what is under way and has nothing else to do. */
export function whenIdle(task: () => void): void {
  // Safari has no idle callbacks; a timer there still lets the paint go first.
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_000 })
  else requestAnimationFrame(() => setTimeout(task))
}

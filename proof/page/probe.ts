export type Point = { x: number; y: number }
export type Marks = Partial<Record<'button' | 'down' | 'dialog' | 'player', number>>

declare global {
  interface Window {
    bench: {
      /** Times in ms since the last reset: when each element became visible, and when the finger touched the screen. */
      marks: Marks
      /** The longest time in ms from an interaction to the next frame, since the last reset. */
      inp: number
      lcp: number
      longestTask: number
      reset(): void
    }
    /** Sends the position of the play button to the measuring process once. */
    playButtonSeen(at: Point): void
  }
}

/** Runs in the page before the page's own scripts. Records when each element becomes visible. */
export function probe(): void {
  if (window.top !== window) return
  let since = 0
  const bench = {
    marks: {} as Marks,
    inp: 0,
    lcp: 0,
    // Browsers report only tasks of 50 ms and more.
    longestTask: 50,
    reset() {
      since = performance.now()
      bench.marks = { button: 0 }
      bench.inp = 0
    },
  }
  window.bench = bench

  addEventListener('pointerdown', ({ isTrusted, timeStamp }) => isTrusted && mark('down', timeStamp), true)
  observe('largest-contentful-paint', ({ startTime }) => {
    bench.lcp = startTime
  })
  observe('longtask', ({ duration }) => {
    bench.longestTask = Math.max(bench.longestTask, duration)
  })
  observe('event', (entry) => {
    const { interactionId, startTime, duration } = entry as PerformanceEventTiming
    if (interactionId && startTime >= since) bench.inp = Math.max(bench.inp, duration)
  })
  requestAnimationFrame(look)

  function look() {
    const button = document.querySelector('main [commandfor]')
    if (bench.marks.button === undefined && isSeen(button)) {
      mark('button')
      const { x, y, width, height } = button.getBoundingClientRect()
      window.playButtonSeen({ x: x + width / 2, y: y + height / 2 })
    }
    if (isSeen(document.querySelector('dialog[open] [type=email]'))) afterPaint(() => mark('dialog'))
    if (document.querySelector('iframe')) mark('player')
    requestAnimationFrame(look)
  }

  function mark(name: keyof Marks, at = performance.now()) {
    bench.marks[name] ??= at
  }

  function isSeen(element: Element | null): element is Element {
    const isVisible = element?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return Boolean(isVisible && element?.getBoundingClientRect().width)
  }

  function afterPaint(then: () => void) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = then
    requestAnimationFrame(() => port2.postMessage(0))
  }

  function observe(type: string, each: (entry: PerformanceEntry) => void) {
    const options = { type, buffered: true, durationThreshold: 16 }
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe(options)
  }
}

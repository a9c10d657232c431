export type Point = { x: number; y: number }
export type Marks = Partial<Record<'button' | 'down' | 'dialog' | 'player', number>>

declare global {
  interface Window {
    bench: {
      /**
       * When each element became visible, and when the finger touched the screen. The times are in milliseconds since
       * the last reset.
       */
      marks: Marks
      /**
       * The longest time from an interaction to the next frame, in milliseconds. It is measured since the last reset.
       */
      inp: number
      lcp: number
      longestTask: number
      reset(): void
    }
    /** Reports the position of the play button to the measuring process. The probe calls this only once. */
    playButtonSeen(at: Point): void
  }
}

/** Runs in the page before any script of the page does. Records when each element becomes visible. */
export function probe(): void {
  if (window.top !== window) return
  let since = 0
  const bench = {
    marks: {} as Marks,
    inp: 0,
    lcp: 0,
    // Browsers do not report tasks that are shorter than 50 ms.
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

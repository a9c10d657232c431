const now = Date.parse('2026-11-21T09:00:00Z')

// Stops the clock of a process. A text such as “2h ago” is then the same in every picture.
globalThis.Date = class extends Date {
  constructor(...args: []) {
    if (args.length > 0) super(...args)
    else super(now)
  }
  static override now = () => now
} as DateConstructor

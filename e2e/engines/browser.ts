/** A browser with one page, as a visitor has it: whatever the engine and whoever drives it. */
export type Browser = {
  /** Goes to a page. Like all of these it may return before the page has followed. */
  open(url: string): Promise<unknown>
  reload(): Promise<unknown>
  click(selector: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
  /** Types into whatever has the focus. */
  type(text: string): Promise<unknown>
  press(key: 'Escape' | 'Tab'): Promise<unknown>
  /** Runs a function that refers to nothing outside itself in the page, even in one whose own scripts may not run. */
  evaluate<Result>(read: () => Result): Promise<Result>
  close(): Promise<unknown>
}

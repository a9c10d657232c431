/** A browser with one page. The type is the same for every engine and every library that drives it. */
export type Browser = {
  /** Goes to a page. Like every method here, it may return before the page has reacted. */
  open(url: string): Promise<unknown>
  reload(): Promise<unknown>
  click(selector: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
  /** Types into the focused element. */
  type(text: string): Promise<unknown>
  press(key: 'Escape' | 'Tab'): Promise<unknown>
  /**
   * Runs a function in the page, even if scripts are switched off. The function must not refer to anything outside
   * itself.
   */
  evaluate<Result>(read: () => Result): Promise<Result>
  close(): Promise<unknown>
}

/** A started program that opens any number of browsers. The browsers share no stored data. */
export type Program = { open(): Promise<Browser>; close(): Promise<unknown> }

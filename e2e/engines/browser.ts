/** A browser with one page. All engines, and all libraries that control them, share this type. */
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
   * Runs a function in the page, even if scripts are off. The function must not use variables from outside its own
   * body.
   */
  evaluate<Result>(read: () => Result): Promise<Result>
  close(): Promise<unknown>
}

/** A running browser program. It can open several browsers, which share no stored data. */
export type Program = { open(): Promise<Browser>; close(): Promise<unknown> }

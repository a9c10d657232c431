/** A browser with one page, whatever its engine and the library that drives it. */
export type Browser = {
  /** Goes to a page. Like every method here it may return before the page has reacted. */
  open(url: string): Promise<unknown>
  reload(): Promise<unknown>
  click(selector: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
  /** Types into the focused element. */
  type(text: string): Promise<unknown>
  press(key: 'Escape' | 'Tab'): Promise<unknown>
  /** Runs a function in the page, even where scripts are switched off; the function may refer to nothing outside itself. */
  evaluate<Result>(read: () => Result): Promise<Result>
  close(): Promise<unknown>
}

/** A started program that opens any number of browsers, none of which shares anything stored with another one. */
export type Program = { open(): Promise<Browser>; close(): Promise<unknown> }

/** A browser with one page. The type is the same for all engines and for all libraries that control them. */
export type Browser = {
  /** Goes to a page. Like every method here, it may return before the page has reacted. */
  open(url: string): Promise<unknown>
  reload(): Promise<unknown>
  click(selector: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
  /** Types into the focused element. */
  type(text: string): Promise<unknown>
  press(key: 'ArrowLeft' | 'Enter' | 'Escape' | 'Tab'): Promise<unknown>
  /** Runs a function in the page, even if scripts are off. The function can use only variables from its own body. */
  evaluate<Result>(read: () => Result): Promise<Result>
  close(): Promise<unknown>
}

/**
 * A running browser program. It can open several browsers, and none of them sees the cookies or the storage of
 * another.
 */
export type Program = { open(): Promise<Browser>; close(): Promise<unknown> }

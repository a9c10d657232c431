/**
 * A browser with one page. The type is the same for all engines and for all libraries that control them. A question of
 * the page, also the one before it is left, is answered with no. Only WebDriver leaves the page all the same.
 */
export type Browser = {
  /** Like every method here, it may return before the page has reacted. */
  open(url: string): Promise<unknown>
  reload(): Promise<unknown>
  click(selector: string): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
  type(text: string): Promise<unknown>
  press(key: 'ArrowLeft' | 'Enter' | 'Escape' | 'Tab'): Promise<unknown>
  /** Runs a function in the page, even if scripts are off. The function can use only variables from its own body. */
  evaluate<Result>(read: () => Result): Promise<Result>
  /** Gives the page this width and height in pixels. The window of WebKit is never narrower than about 450 pixels. */
  resize(width: number, height: number): Promise<unknown>
  /**
   * Runs a function in each page that opens from now on, before its scripts. WebDriver cannot do that, so nothing
   * happens in the WebKit of the system.
   */
  prepare(run: () => void): Promise<unknown>
  close(): Promise<unknown>
}

/** Its browsers do not see the cookies or the storage of each other. */
export type Program = { open(): Promise<Browser>; close(): Promise<unknown> }

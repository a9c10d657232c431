/** Takes the called URL, the headers and the body. Returns the sender's number (E.164) and whether the text withdraws consent. */
export type ReadText = (
  url: string,
  headers: Headers,
  body: string,
) => { from: string; isStop: boolean } | 'forged'

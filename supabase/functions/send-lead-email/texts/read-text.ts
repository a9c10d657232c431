/** Takes the address that the provider called, the headers and the body. Returns the sender (E.164) and whether to stop. */
export type ReadText = (
  url: string,
  headers: Headers,
  body: string,
) => { from: string; isStop: boolean } | 'forged'

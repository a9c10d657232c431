/** Takes the address that a provider called and signed, the headers and the body. Returns who wrote (E.164) and whether to stop. */
export type ReadText = (
  url: string,
  headers: Headers,
  body: string,
) => { from: string; isStop: boolean } | 'forged'

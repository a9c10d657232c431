/**
 * Reads the callback of a provider of text messages for one that came in: the address that it called, which it signs, the
 * headers and the body. Returns the sender's number in E.164 and whether they want no more messages, or 'forged' where the
 * signature is not the provider's.
 */
export type ReadText = (
  url: string,
  headers: Headers,
  body: string,
) => { from: string; isStop: boolean } | 'forged'

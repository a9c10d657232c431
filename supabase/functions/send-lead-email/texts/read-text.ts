/** Takes the address that a provider called, which it signs, its headers and body; returns who wrote, in E.164, and whether to stop. */
export type ReadText = (
  url: string,
  headers: Headers,
  body: string,
) => { from: string; isStop: boolean } | 'forged'

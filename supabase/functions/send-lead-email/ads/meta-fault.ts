/**
 * Why Meta takes no event, by the code of its answer:
 * developers.facebook.com/docs/graph-api/guides/error-handling, and for the codes of events
 * facebookUtils/networkHandler.js of rudderlabs/rudder-transformer. The first match counts.
 */
const faults = {
  /** Expired or withdrawn. */
  token: /^META \d+ code (?:102|190)\b/,
  /** No such dataset, or the token does not know it: Meta does not say which. */
  dataset: /^META \d+ code 100\/33\b/,
  /** The token may not send events. */
  permission: /^META \d+ code (?:3|10|2\d\d|100 .*missing permissions?)\b/i,
  /** The account broke a rule of Meta and is blocked for some time. */
  blocked: /^META \d+ code 368\b/,
  limit: /^META (?:429|\d+ code (?:4|17|32|341|613|800(?:0\d|1[0-4])))\b/,
  /** A fault of Meta, or an answer in its place, such as a network's login page. */
  down: /^META (?:[1235]\d\d|\d+ code [12])\b/,
  /** More than seven days ago. */
  late: /^META \d+ code 100\/2804003\b/,
  refused: /^META\b/,
} as const

export type MetaFault = keyof typeof faults

/** `error` is from `readAnswer`. Undefined if it is no answer of Meta. */
export const metaFault = (error: string): MetaFault | undefined =>
  (Object.keys(faults) as MetaFault[]).find((fault) => faults[fault].test(error))

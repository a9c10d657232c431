/**
 * What a text message asks for. A message may ask for no more texts, for texts again, or for something else that a
 * person has to read.
 */
export type Meaning = 'stop' | 'start' | 'other'

/**
 * If a text message begins with one of these words, it stops all texts, whatever follows: 'STOP please', 'STOP\nSent
 * from my iPhone'.
 */
const stopFirst = /^(?:stop(?:all)?|unsubscribe|opt\W?out|arr[eê]te?[rz]?|d[eé]sabonn\p{L}*)(?!\p{L})/u

/**
 * Many sentences begin with one of these words, so they stop texts only if they stand alone. Twilio stops texts on
 * the same words: https://help.twilio.com/articles/223134027
 */
const stopAlone =
  /^(?:please|pls|plz)?\W*(?:cancel|end|quit|revoke|remove|unsub|no more|go away|lose my number)(?:\W*(?:please|pls|plz|thanks?|thank you|all|me|now))*\W*(?:sent from .*)?$/u

/**
 * A person may ask in any reasonable words, and the texts must stop (47 CFR 64.1200(a)(10)). If a message may mean
 * that the person wants no more texts, it counts as a stop, and the owner reads it.
 */
const wishes = [
  /(?<![-\p{L}])stop(?:ped)?(?:\W*(?:please|pls|plz|now|thanks?|it|this|all))*\W*$/u,
  /(?<![-\p{L}])stop\W+(?:\p{L}+\W+){0,3}(?:text|txt|messag|msg|sms|contact|send|spam|call|harass|bother|writing)/u,
  /(?:please|pls|plz|you to|must|can you|could you|just)\W+stop(?!\p{L})/u,
  /unsubscri|(?<!\p{L})opt(?:ed|ing)?\W+(?:me\W+)?out(?!\p{L})|d[eé]sabonn|d[eé]sinscri|arr[eê]tez/u,
  /(?<!\p{L})(?:remove|delete|erase|drop)\W+(?:me|us|my|this number|the number)(?!\p{L})/u,
  /(?<!\p{L})take\W+(?:me|us|my number|this number|my name)\W+off/u,
  /wrong\W+(?:number|person|phone|#)|not\W+(?:my|the right|your)\W+(?:number|person)/u,
  /(?:don['’]?t|do not|never|no longer|cease|quit|end|no more)\W+(?:ever\W+|you\W+|want\W+|to\W+|receive\W+|any\W+|more\W+|these\W+|your\W+|the\W+|me\W+|of\W+|send\W+|sending\W+|get\W+|wish\W+)*(?:text|txt|messag|msg|sms|contact|spam|promo|send me|call me|write to me)/u,
  /leave\W+(?:me|us)\W+alone|lose\W+(?:my|this)\W+number|not\W+interested|no\W+(?:more|further)\W+(?:texts?|messages?|sms)/u,
  /(?:cancel|end|revoke|withdraw)\W+(?:my|the|this|all)\W+(?:subscription|consent|permission|texts?|messages?)/u,
  /(?:fuck|piss|bugger)\W*off|go\W+away/u,
]

/**
 * START and UNSTOP work with every carrier. YES is missing, because it does not work with toll-free numbers and may
 * be the answer to a question.
 */
const start = /^\W*(?:start|unstop)\W*(?:please|pls)?\W*$/u

/**
 * Returns what a text message means. The case and the punctuation of the message do not matter, and it may be in
 * English or French.
 */
export function meaningOf(text: string): Meaning {
  const words = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^[^\p{L}]+/u, '')
    .trim()
  if (start.test(words)) return 'start'
  const isStop = [stopFirst, stopAlone, ...wishes].some((wish) => wish.test(words))
  return isStop ? 'stop' : 'other'
}

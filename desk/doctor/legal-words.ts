export type Statement = { what: string; said: 'yes' | 'no' | 'unsure' }

/** Part of a sentence with its own subject. A negation reaches no further. */
type Clause = { text: string; before: string }

const negation =
  /\b(?:not|never|no|none|nor|neither|nobody|cannot|without|refus(?:e|es) to|declin(?:e|es) to|refrain(?:s|ed)? from|dont|wont|doesnt)\b|n't\b/
/** They look like a negation and are none. */
const noNegation = /\bno (?:matter|doubt)\b|(?:\bnot|n't) (?:only|just|merely|hesitate)\b/g
const sharing =
  /\b(?:shar(?:e|es|ed|ing)|sell(?:s|ing)?|sold|rent(?:s|ed|ing)?|trad(?:e|es|ed|ing)|disclos(?:e|es|ed|ing)|transfer(?:s|red|ring)?|pass(?:es|ed|ing)? (?:it |them )?(?:on|along)|provid(?:e|es|ed|ing) (?:it|them|your|mobile|phone)|giv(?:e|es|ing) (?:out )?(?:it|them|your|mobile|phone)|for sale|given to|provided to|hand(?:s|ed|ing)? (?:it |them )?(?:over|out|to|on)|ma(?:ke|kes|king|de) (?:it |them )?available to|leas(?:e|es|ed|ing)|lend(?:s|ing)?|lent)\b(?! (?:you|buttons?|icons?)\b)/
const mobile = /\b(?:mobile|cell|phones?|telephone|sms|texts?|text messag\w*|texting|opt-in|numbers?)\b/
const pronoun = /\b(?:it|them|this|these|those|such)\b/
const personal = /\b(?:personal|your|customer|user)\b.*\b(?:data|information|details)\b/
const strangers =
  /\b(?:partners?|affiliat\w*|third[- ]part\w+|advertis\w+|market\w*|promot\w*|sponsors?|brands?|companies|businesses|brokers?|others|anyone)\b/
const advertisers = /\b(?:affiliat\w*|advertis\w+|market\w*|promot\w*|brokers?|sell|sold)\b/
/** Sold for money, to anybody. */
const selling =
  /\b(?:sell(?:s|ing)?|sold|rent(?:s|ed|ing)?|trad(?:e|es|ed|ing)) (?:(?:your|our|the|their|any|all|customers?'?|users?'?) )*(?:mobile|cell|phone|telephone|numbers?)\b/
/** Others get something, though no verb says that it is shared. */
const getting =
  /\b(?:partners?|affiliat\w*|third[- ]part\w+|advertisers?|sponsors?|brokers?|companies)\b.{0,40}\b(?:receiv(?:e|es|ing)|gets?|obtains?)\b|\b(?:nobody|no one|no-one)(?: else)? (?:receives|gets|obtains|sees)\b/
const helpers =
  /\b(?:service providers?|providers?|processors?|vendors?|carriers?|aggregators?|subcontractors?|suppliers?|law|laws|legal\w*|court|authorit\w+|support|deliver\w*|send|twilio)\b/

/**
 * With straight apostrophes. An abbreviation may end a sentence too early. The longest are cut, so that
 * reading is linear.
 */
function readSentences(text: string): string[] {
  return text
    .replace(/[’‘ʼ`]/g, "'")
    .split(/(?<=[.!?])\s+|\n/)
    .flatMap((sentence) => sentence.match(/.{1,1000}/g) ?? [])
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

const newSubject =
  /;|(?:,| -|–|—)?\s\b(?:but|however|although|though|whereas|while|yet)\b|(?:,|\band\b|\bor\b|\bso\b|\bif\b|\bbecause\b|\bsince\b|\bunless\b)\s+(?=(?:we|they|you|it|our (?:\w+ )?(?:partners?|affiliates?))\s)|\band\s+(?=(?:may|might|will|can|could|do|does|shall|also|instead)\s)/
const exception =
  /\b(?:except|unless|only (?:with|to)|other than|apart from|save for|with the exception of|without your|without (?:\w+ )?(?:consent|permission|telling|asking|informing|notice|notif\w+))\b/

const clausesOf = (sentence: string, before: string): Clause[] =>
  sentence
    .split(newSubject)
    .map((text, at, all) => ({ text, before: at > 0 ? all.slice(0, at).join(' ') : before }))

const isDenied = (text: string, verb: RegExp) => {
  const plain = text.replace(noNegation, ' ')
  const at = plain.search(verb)
  return (
    at >= 0 &&
    (negation.test(plain.slice(0, at)) ||
      /^\W*\w+(?:ing|ed|e)? (?:it |them )?with (?:no|none)\b/.test(plain.slice(at)))
  )
}

type Meaning = 'denied' | 'shared' | 'unsure' | 'other'

/** Whether mobile data is shared, or said not to be. */
function judgeClause({ text, before }: Clause): Meaning {
  const isMobile = mobile.test(text) || (pronoun.test(text) && mobile.test(before))
  if (/\bexclud\w+/.test(text) && isMobile)
    return /\b(?:share|shared|sharing|opt-in|consent|data|information)\b/.test(text) ? 'denied' : 'other'
  if (!sharing.test(text)) {
    if (!isMobile || !getting.test(text)) return 'other'
    if (isDenied(text, getting) || isDenied(text, /\b(?:receiv|get|obtain)/)) return 'denied'
    return helpers.test(text) ? 'unsure' : 'shared'
  }
  if (/^\W*(?:and |or )?(?:you|users?)\b(?! ?r\b)/.test(text)) return 'other'
  // What the visitor or others must not do.
  if (/^\W*(?:please |kindly )?(?:do not|don't|never) (?:share|give|disclose|provide|pass)\b/.test(text))
    return 'other'
  if (
    /^\W*(?:(?:our|these|such) )?(?:partners|third parties|affiliates|they) (?:may|must|shall|can|do|will) not\b/.test(
      text,
    )
  )
    return 'unsure'
  if (!isDenied(text, sharing)) {
    if (!isMobile && !(pronoun.test(text) && personal.test(before))) return 'other'
    if (!isMobile) return 'unsure'
    if (/\bwith(?:out)? your\b.*\bconsent\b/.test(text)) return 'unsure'
    const others = text.replace(/\bthird[- ]party (?=service|provider|processor|vendor|carrier)/g, '')
    if (selling.test(text)) return 'shared'
    if (!strangers.test(others)) return helpers.test(text) ? 'other' : 'unsure'
    // A helper who sends the messages may have the number, but not for its own ends.
    return helpers.test(text) && !advertisers.test(text) ? 'unsure' : 'shared'
  }
  if (/\b(?:guarantee|promise|warrant|rule out|true that)\b/.test(text)) return 'unsure'
  const reserved = exception.test(text) ? text.slice(text.search(exception)) : ''
  if (reserved) {
    if (strangers.test(reserved) && isMobile) return 'shared'
    if (!helpers.test(reserved)) return isMobile || personal.test(text) ? 'unsure' : 'other'
  }
  if (isMobile) return 'denied'
  return personal.test(text) || pronoun.test(text) ? 'unsure' : 'other'
}

/** Whether it promises not to share mobile data. A contradiction is no promise. */
export function readPrivacy(text: string): Statement[] {
  const found = new Set<Meaning>()
  let before = ''
  let asked = false
  for (const original of readSentences(text)) {
    const sentence = original.toLowerCase()
    if (sentence.endsWith('?')) {
      asked = sharing.test(sentence) && mobile.test(sentence)
    } else {
      if (asked && /^(?:no|never)\b/.test(sentence)) found.add('denied')
      if (asked && /^yes\b/.test(sentence)) found.add('shared')
      asked = false
      for (const clause of clausesOf(sentence, before)) found.add(judgeClause(clause))
    }
    before = sentence
  }
  const said = found.has('shared')
    ? 'no'
    : found.has('denied')
      ? 'yes'
      : found.has('unsure')
        ? 'unsure'
        : 'no'
  return [{ what: 'that mobile data is not shared', said }]
}

const messages = '(?:msgs?|messages?|texts?|txts?|sms|alerts?|reminders?)'
const period = '(?:calendar )?(?:days?|weeks?|months?|years?|mos?|wks?)'
const often = new RegExp(
  [
    `\\b(?:one|1|a single) ?${messages} (?:per|/) ?\\w+|\\b(?:only|just|get|receive) (?:one|1|a single) ?${messages}\\b`,
    `\\b(?:${messages}|text you)\\b.{0,40}\\b(?:every|each) (?:day|week|month|mon|tues|wednes|thurs|fri|satur|sun)`,
    `\\b${messages} (?:freq(?:uency)?|volume)\\b`,
    '\\bfrequen(?:cy|tly)\\b',
    `(?<![a-z])${messages} ?(?:/|per|a|an|each|every) ?${period}\\b`,
    `\\b${messages}\\b.{0,40}\\b(?:daily|weekly|monthly)\\b`,
    `\\b(?:weekly|daily|monthly) (?:\\w+ ){0,2}${messages}\\b`,
    `\\b(?:once|twice|times) ?(?:/|per|a|each|every) ?${period}\\b.{0,60}\\b${messages}\\b`,
    `\\b${messages}\\b.*\\b(?:once|twice|times) ?(?:/|per|a|each|every) ?${period}\\b`,
    `\\bnumber of ${messages}\\b.*\\bvar`,
  ].join('|'),
)
const fee =
  /\b(?:rates?|charges?|charged|fees?|costs?)\b|\b(?:carrier|operator|provider|network)s? (?:may|might|can|will) bill\b/
/** What has a fee and is no message. */
const otherFee = /\b(?:bank|interest|shipping|card|payments?|exchange|late|subscription)\b/
const feeOf =
  /\b(?:message|messaging|messages|msgs?|data|carriers?|operators?|networks?|text|texts|sms|standard|mobile|wireless|provider|plan)\b/
const feeComes =
  /\b(?:appl(?:y|ies|ied|icable)|responsible for|charged?|incur\w*|bill|billed|cost|depends? on your (?:\w+ )?(?:plan|carrier|operator|provider))\b/

/**
 * Whether the sentence names a keyword of text messages: in quotation marks, after 'reply', 'text' or 'send',
 * or in capitals unlike the rest.
 */
function hasKeyword(word: string, sentence: string): boolean {
  const written = `(?:${word}|${word[0]}${word.slice(1).toLowerCase()}|${word.toLowerCase()})`
  const called = `(?:[Rr]eply|[Tt]ext|[Tt]xt|[Ss]end|[Rr]espond|[Aa]nswer|REPLY|TEXT|TXT|SEND|RESPOND|ANSWER)(?:ing|ING)?(?: back| BACK)?(?: with| WITH)?(?: the (?:key)?word| THE (?:KEY)?WORD)?`
  if (new RegExp(`["“”'«]\\s*${written}\\s*["“”'»]|\\b${called} ${written}\\b`).test(sentence)) return true
  // A list: 'Reply Help for help, Stop to cancel'.
  if (new RegExp(`\\b${called} [^.!?]{1,60}[,;/]\\s*(?:(?:and|or) )?${written} (?:to|for) `).test(sentence))
    return true
  // 'Reply Stop or Help'.
  if (
    new RegExp(`\\b${called} (?:stop|help|end|info)(?:,? (?:and|or) | ?\\/ ?)${written}\\b`, 'i').test(
      sentence,
    )
  )
    return true
  return /\p{Ll}/u.test(sentence) && new RegExp(`\\b${word}\\b`).test(sentence)
}

const unsupported =
  /(?:\bnot\b|n't\b|\bnever\b|\bcannot\b|\bno longer\b)[^.]{0,40}\b(?:support|work|accept|recogni|hono|process|monitor|respond|reply|available)|\b(?:is|are) (?:ignored|disabled)\b/

/** Years, and registration numbers of a company. */
const noContact =
  /\b\d{4}-\d\d-\d\d\b|\b(?:19|20)\d\d ?[-–] ?(?:19|20)\d\d\b|\b(?:company|registration|registered|vat|tax|charity|order|ein|abn|acn|gst|hst|siret|siren)\b[^\d\n@]{0,20}\d[\d -]*/gi

/** What they say about text messages. */
export function readTerms(text: string): Statement[] {
  const sentences = readSentences(text)
  const has = (isSo: (sentence: string, original: string) => boolean) =>
    sentences.some((original) => isSo(original.toLowerCase(), original)) ? 'yes' : 'no'
  const sends = /\b(?:send|sends|sent|receive|text)\b/
  return [
    {
      what: 'what the text messages are about',
      said: has(
        (one) =>
          /\btext(?:s\b| messag| you\b)|\bsms\b/.test(one) &&
          !/^no (?:sms|texts?)\b/.test(one) &&
          !(isDenied(one, sends) && !/\bif\b|\bunless\b/.test(one)),
      ),
    },
    { what: 'how often they come', said: has((one) => often.test(one)) },
    {
      what: 'that message and data rates may apply',
      said: has((one) =>
        clausesOf(one, '').some(
          ({ text }) =>
            fee.test(text) &&
            feeOf.test(text) &&
            feeComes.test(text) &&
            !otherFee.test(text) &&
            !/\bno\b[^.]{0,40}\b(?:rates?|charges?|fees?|costs?)\b/.test(text) &&
            !isDenied(text, feeComes),
        ),
      ),
    },
    ...['HELP', 'STOP'].map((word) => ({
      what: word,
      said: has((one, original) => hasKeyword(word, original) && !unsupported.test(one)),
    })),
    {
      what: 'a contact',
      said: /\S@\S|\S ?[([]at[)\]] ?\S|\d[\d ().-]{6,}\d/.test(text.replace(noContact, ' '))
        ? ('yes' as const)
        : ('no' as const),
    },
  ] as Statement[]
}

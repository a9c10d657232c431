import { optOutWords, politeWords } from './opt-out-words.ts'
import { ownWords } from './own-words.ts'
import { toWords } from './tokens.ts'

/**
 * What a text message asks for. A message may ask for no more texts, for texts again, or for something else that a
 * person has to read.
 */
export type Meaning = 'stop' | 'start' | 'other'

// The expressions below read words that are joined by single spaces. Nothing in them can match the same words in two
// ways, so they take linear time.
const courtesy = 'please|pls|plz|thanks?|thank you|thx|all|me|now|it|this|asap|immediately|texting'

/** Phrases in which 'stop' is no wish to stop, and the sentence that tells how to stop, if it comes back. */
const setAside = [
  / (?:dont|do not|never|cant|cannot|wont|non|не|no) stop(?=[ ])/gu,
  / (?:bus|pit|full|truck|tram|train|one|door|rest|short) stop(?=[ ])/gu,
  / (?:reply|text|txt|send) stop (?:to|2) (?:unsubscribe|stop|optout|opt out|cancel|end|quit)(?=[ ])/gu,
  / stop (?:by|at|over|in) (?!all )(?=[^ ])/gu,
]

/**
 * If a text message begins with one of these words, it stops all texts, whatever follows: 'STOP please', 'STOP\nSent
 * from my iPhone'.
 */
const stopFirst = /^ (?:stop|stopall|unsubscribe|optout|opt out|arret(?:e|er|ez)?|desabonn[^ ]*) /u

/** Words run together with 'stop'. */
const stopJoined =
  / stop(?:stop[^ ]*|please|pls|plz|now|it|this|me|texts?|texting|messag[^ ]*|msgs?|sms|spam[^ ]*) /u

/** Writes each of the phrases as meaningOf writes a text, and joins them for a regular expression. */
const oneOf = (phrases: string[]) =>
  [...new Set(phrases.map((phrase) => toWords(phrase).join(' ')))].join('|')
const split = (...lists: string[]) => lists.flatMap((list) => list.split('|'))

/**
 * Many sentences begin with one of these words, so they stop texts only if they stand alone. Twilio stops texts on
 * the first ones: https://help.twilio.com/articles/223134027. People who take the message for a foreign one answer in
 * their own language.
 */
const alone = oneOf([
  ...split(
    'cancel|end|quit|revoke|remove|delete|cease|desist|cease and desist|halt|enough|block me|dnc|f off',
  ),
  ...split('no more|go away|lose my number|wrong num|you got the wrong guy|do not disturb|do not call'),
  ...split(...Object.values(optOutWords), 'stop'),
])
const before = oneOf(split('please|pls|plz|ok|hi|hello|hey|yes|no', politeWords.before))
const after = oneOf(split(courtesy.replace('?', ''), 'thank|cancel|end|quit', politeWords.after))
const stopAlone = new RegExp(
  `^ (?:(?:${before}) ){0,3}(?:${alone})(?: (?:${after}|${alone})){0,4} (?:sent from .*)?$`,
  'u',
)

/**
 * A person may ask in any reasonable words, and the texts must stop (47 CFR 64.1200(a)(10)). If a message may mean
 * that the person wants no more texts, it counts as a stop, and the owner reads it.
 */
const wishes = [
  new RegExp(` (?:stop|stopped|stopall)(?: (?:${courtesy}))* (?:sent from .*)?$`, 'u'),
  / stop (?:[^ ]+ ){0,3}(?:text|txt|messag|msg|sms|contact|send|spam|call|harass|bother|writing)/u,
  / (?:please|pls|plz|you to|must|can you|could you|just) stop /u,
  /unsubscri| opt(?:ed|ing)? (?:me )?out | optout |desabonn|desinscri| arretez /u,
  /退订|退訂|停止|取消订阅|取消訂閱|ストップ|やめて/u,
  / no mas (?:mensaj|texto|sms)| no (?:quiero|deseo)(?: (?:recibir|mas|sus|estos|que)){0,3} (?:mensaj|texto|sms|me )/u,
  / no (?:me|nos) (?:escrib(?:a|an|as)|mand(?:e|en|es)|envi(?:e|en|es)|llam(?:e|en|es)|text(?:ee|een))(?: .*)?$/u,
  / deje?n?s? de (?:escrib|mand|envi|llam|molest)/u,
  / (?:je )?(?:ne )?veux plus (?:recevoir |de |vos |aucun |ces ){0,3}(?:texto|message|sms|rien)/u,
  / ne? ?m?(?:envoyez|ecrivez|contactez|textez) plus | nao (?:quero|desejo) (?:mais |receber |suas ){1,3}/u,
  / не (?:присылаите|пишите|шлите) | keine (?:weiteren )?(?:sms|nachrichten|texte) mehr /u,
  / (?:remove|delete|erase|drop) (?:me|us|my|this number|the number) /u,
  / take (?:me|us|my number|this number|my name) off /u,
  / wrong (?:number|person|phone) | not (?:my|the right|your) (?:number|person) /u,
  / (?:dont|do not|never|no longer|cease|quit|end|no more) (?:(?:ever|you|want|to|receive|any|more|these|your|the|me|of|send|sending|get|wish) ){0,12}(?:text|txt|messag|msg|sms|contact|spam|promo|send me|call me|write to me)/u,
  / leave (?:me|us) alone | lose (?:my|this) number | not interested | no (?:more|further) (?:texts?|messages?|sms) /u,
  / (?:cancel|end|revoke|withdraw) (?:(?:my|the|this|all|your) )?(?:subscription|consent|permission|texts?|messages?) /u,
  / (?:fuck|piss|bugger) ?off | go away /u,
]

/**
 * START and UNSTOP work with every carrier. They lift a stop only if nothing stands before them, not even a sign. YES
 * is missing, because it does not work with toll-free numbers and may be the answer to a question.
 */
const start = /^(?:["“](?:start|unstop)["”]|(?:start|unstop)(?![\p{L}\p{N}]))[\s.!,]*(?:please|pls)?[\s.!]*$/u

/**
 * Returns what a text message means. Case and punctuation do not matter. Wishes are read in English, French and
 * Spanish, single words in 35 languages. What it quotes does not count. Takes linear time in every script.
 */
export function meaningOf(text: string): Meaning {
  const own = ownWords(text)
  if (start.test(own.toLowerCase())) return 'start'
  let sentences = ` ${toWords(own).join(' ')} `
  for (const phrase of setAside) sentences = sentences.replace(phrase, ' ')
  const words = ` ${sentences
    .split(' ')
    .filter((word) => word && word !== '.')
    .join(' ')} `
  // A word that was typed in pieces: 'ST OP'.
  if (/^ ?s ?t ?o ?p ?$/u.test(words)) return 'stop'
  const isStop = [stopFirst, stopJoined, stopAlone, ...wishes].some((wish) => wish.test(words))
  return isStop ? 'stop' : 'other'
}

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

/**
 * Web and e-mail addresses, in which 'stop' is a name. Without 'https:', only endings that are no words count, because
 * people also type dots in place of spaces: 'stop.texting.me'.
 */
const address =
  /https?:\/\/\S+|(?<![\p{L}\p{N}@._+-])[\p{L}\p{N}@._+-]+\.(?:com|net|org)(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])(?:\/\S*)?/giu

/** Phrases in which 'stop' is no wish to stop, and the sentence that tells how to stop, if it comes back. */
const setAside = [
  / (?:dont|do not|never|cant|cannot|wont|non|не|no)(?: ever)? stop(?=[ ])/gu,
  / stop (?:motion|sign|light|gap)(?=[ ])/gu,
  / (?:bus|pit|full|truck|tram|train|one|door|rest|short) stop(?=[ ])/gu,
  / (?:reply|text|txt|send|respond)(?: with| back)? stop (?:to|2) (?:unsubscribe|stop|optout|opt out|cancel|end|quit)(?=[ ])/gu,
  / \. stop (?:to|2) (?:unsubscribe|stop|optout|opt out|cancel|end|quit)(?=[ ])/gu,
  / stop (?:by|at|over|in) (?!all )(?=[^ ])/gu,
]

/**
 * If a text message begins with one of these words, it stops all texts, whatever follows: 'STOP please', 'STOP\nSent
 * from my iPhone'.
 */
const stopFirst = /^ (?:stop|stopall|unsubscribe|optout|opt out|arret(?:e|er|ez)?|desabonn[^ ]*) /u

/** Words run together with 'stop'. */
const stopJoined =
  / (?:please|pls|plz)?s+t+o+p+(?:stop[^ ]*|please|pls|plz|now|it|this|me|texts?|texting|messag[^ ]*|msgs?|sms|spam[^ ]*|2?end|2?quit) | (?:please|pls|plz)(?:stop|unsubscribe|cancel|quit|remove) | (?:optout|unsubscribe|remove)(?:me|please|pls|now) /u

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
    'cancel|end|quit|revoke|remove|delete|cease|desist|cease and desist|halt|enough|enough already|block|blocked|block me|dnc|f off',
    'canceled|cancelled|stops|stopped|stoped|stp|stoo|discontinue|withdraw|no texts|no messages|no sms|no spam|no marketing',
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
  new RegExp(` (?:stop|stopall)(?: (?:${courtesy}))* (?:sent from .*)?$`, 'u'),
  / (?:be|get|want (?:this|these|it|them|(?:[^ ]+ )?(?:texts|messages))) stopped /u,
  / (?:be|get|want) (?:removed?|taken off|deleted) (?:from |off )?(?:this|that|the|your|ur|all) (?:[^ ]+ )?(?:lists?|texts|messages) /u,
  new RegExp(
    ` (?:dont|do not) (?:want|wish)(?: to (?:receive|get))? (?:these|this|them|it|any)(?: (?:${courtesy}))* $`,
    'u',
  ),
  / stop (?:[^ ]+ ){0,3}(?:text|txt|messag|msg|sms|contact|send|spam|call|harass|bother|writing)/u,
  / (?:please|pls|plz|you to|must|can you|could you|just) stop /u,
  /un ?subscri| opt(?:ed|ing)? (?:me )?out | optout |desabonn|desinscri| arretez /u,
  /退订|退訂|停止|取消订阅|取消訂閱|拒收|(?:不要|别|別)再?[给給]?我?[发發](?=[送短信消訊讯了我给給 ])|(?:取消|停止?)(?:短信|訊息|消息|发|發)/u,
  /ストップ|やめて|(?:送ら|送信し|連絡し)ないで|수신 ?거부|(?:보내|연락하)지 ?(?:마|말)|그만 ?보내|문자 ?그만|중지해/u,
  / no mas (?:mensaj|texto|sms)| no (?:quiero|deseo)(?: (?:recibir|mas|sus|estos|que)){0,3} (?:mensaj|texto|sms|me )/u,
  / no (?:me|nos) (?:escrib(?:a|an|as)|mand(?:e|en|es)|envi(?:e|en|es)|llam(?:e|en|es)|text(?:ee|een))(?: .*)?$/u,
  / (?:dej[ae]?n?s?|dejad|deix[ae]|par[ae][mn]?) de (?:me |nos )?(?:escr|mand|envi|llam|lig|molest)/u,
  / (?:cancel|anul|annul|resili)[^ ]* (?:[^ ]+ )?(?:l?abonn|s?u?b?inscri|suscri|mensa|texto|messag|sms)/u,
  / desuscri| dar(?:me|se|nos)? de baja | no (?:quiero|deseo) mas | non (?:voglio|desidero) (?:piu )?(?:ricevere )?(?:messaggi|sms)/u,
  / (?:je )?(?:ne )?veux plus (?:recevoir |de |vos |aucun |ces ){0,3}(?:texto|message|sms|rien)/u,
  / (?:me |m|n)?(?:envoyez|ecrivez|contactez|textez|appelez)(?: [^ ]+)? plus | nao (?:me )?(?:envi|mand)[^ ]+ mais | nao (?:quero|desejo) (?:mais |receber |suas ){1,3}/u,
  / не (?:присылаите|пишите|шлите) | keine (?:weiteren )?(?:sms|nachrichten|texte) mehr | (?:bitte|mochte|will) keine (?:sms|nachrichten|texte) | nicht mehr (?:schreiben|kontaktieren|anrufen|texten) /u,
  / (?:remove|delete|erase|drop) (?:me|us|my|this number|the number) | (?:please|pls|plz|kindly) remove $/u,
  / take (?:me|us|my number|this number|my name) (?:off|out of) /u,
  / (?:wrong|worng|rong) (?:numb[^ ]*|person|phone|nm?br) | not (?:my|the right|your) (?:number|person) /u,
  / (?:dont|do not|never|no longer|cease|quit|end|no more) (?:(?:ever|you|want|to|receive|any|more|these|your|the|me|of|send|sending|get|wish) ){0,12}(?:text|txt|messag|msg|sms|contact|spam|promo|send me|call me|write to me)/u,
  / cease (?:all |any |further )*communic| report(?:ed|ing)? (?:you|(?:(?:this|it|them|your [^ ]+) )?(?:as|for) (?:spam|harass[^ ]*)) /u,
  / get (?:me|us|my number|this number) off (?:of )?(?:this|that|your|ur|the) (?:[^ ]+ )?list /u,
  / (?:quit|please dont|please do not) send| do not send any|dont send any| (?:discontinue|refrain from) (?:[^ ]+ ){0,3}(?:text|messag|sms|contact)/u,
  / (?:dont|do not|never) consent /u,
  / leave (?:me|us) alone | lose (?:my|this) number | not? (?:longer )?interested | no (?:more|further) (?:(?:marketing|promo[^ ]*|sales) )?(?:texts?|messages?|sms) /u,
  / (?:cancel|end|revoke|withdraw) (?:(?:my|the|this|all|your) )?(?:subscription|consent|permission|texts?|messages?) /u,
  / (?:fuck|piss|bugger) ?off | go away /u,
]

/**
 * START and UNSTOP work with every carrier. They lift a stop only if nothing stands before them, not even a sign. YES
 * is missing, because it does not work with toll-free numbers and may be the answer to a question.
 */
const start =
  /^(?:["“](?:start|unstop)["”]|(?:start|unstop)(?![\p{L}\p{N}]))[\s.!,]*(?:(?:please|pls)[\s.!]*)?$/u

/**
 * Returns what a text message means. Case and punctuation do not matter. Wishes are read in English, French and
 * Spanish, single words in 63 languages. What it quotes does not count. Takes linear time in every script.
 */
export function meaningOf(text: string): Meaning {
  const own = ownWords(text)
  if (start.test(own.toLowerCase())) return 'start'
  let sentences = ` ${toWords(own.replace(address, ' ')).join(' ')} `
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

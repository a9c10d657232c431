import { optOutWords, politeWords } from './opt-out-words.ts'
import { ownWords } from './own-words.ts'
import { toWords } from './tokens.ts'

/** No more texts, texts again, or something that a person has to read. */
export type Meaning = 'stop' | 'start' | 'other'

// The expressions below read words joined by single spaces. Nothing in them can match the same words in two
// ways, so they take linear time.
const courtesy =
  'please|pls|plz|thanks?|thank you|thx|all|me|now|it|this|that|these|those|them|asap|immediately|texting'
/** What people call the texts. */
const texts =
  '(?:texts?|txts?|messages?|msgs?|sms|alerts?|notifications?|reminders?|spam|spams|promos?|promotions?|ads|marketing|correspondence|communications?|contact)'
/** What people want off a list. */
const self =
  '(?:me|us|my (?:number|name|phone|cell|mobile|info|information|data|details|contact|account)|this (?:number|phone|line|cell))'
/** The rest of a sentence about the texts alone: 'I never signed up for these texts'. */
const aboutTexts = `(?:(?:for|4|from|to (?:this|these|it|your|the|any|that|get|getting|receive|hear|be on)|with|about|of|on|at|get|getting|receive|receiving|receipt|any|any ?more|more|all|the|this|these|those|that|them|it|your|ur|you|u|from you|such|list|lists|anything|nothing|here|lately|either|please|pls|thanks|thank you|ever|sent|being|stuff|crap|shit|${texts}) ){0,9}$`

/**
 * Web and email addresses, in which 'stop' is a name. Without 'https:', only endings that are no words count:
 * people also type dots for spaces: 'stop.texting.me'.
 */
const address =
  /https?:\/\/\S+|(?<![\p{L}\p{N}@._+-])[\p{L}\p{N}@._+-]+\.(?:com|net|org)(?![\p{L}\p{N}@-]|\.[\p{L}\p{N}])(?:\/\S*)?/giu

/** 'Stop' without a wish to stop, and the sentence about how to stop, if it comes back. */
const setAside = [
  / (?:dont|do not|never|cant|cannot|couldnt|could not|wont|non|не|no)(?: ever)? stop(?=[ ])/gu,
  / (?:did|does) (?:[^ ]+ ){1,2}stop(?=[ ])/gu,
  / (?:dont|do not|never)(?: ever)? want (?:this|it|that|these|those|them|the [^ ]+) to (?:stop|end)(?=[ ])/gu,
  new RegExp(
    ` (?:dont|do not|never)(?: ever)? (?:unsubscribe|cancel|(?:remove|delete|erase|drop|forget|block|exclude|lose|forget) ${self}|take ${self} off|opt me out|optout|opt out|leave me out|count me out)(?=[ ])`,
    'gu',
  ),
  / (?:accidentally|mistakenly) (?:unsubscribe[^ ]*|stopped|opted out|optout)(?=[ ])| (?:unsubscribe|stopped|opted out|optout) (?:accidentally|mistakenly|by (?:accident|mistake))(?=[ ])/gu,
  / my (?:old|other|previous|former) (?:number|phone|cell|address)(?=[ ])/gu,
  / (?:dont|do not) (?:(?:call|text) (?:or|and) )?(?:text|txt|message|call)(?: me)? (?:before|until|till|between|during|while|tonight|today|yet|so early|so late)(?=[ ])/gu,
  / stop (?:motion|signs?|lights?|gap|loss|press)(?=[ ])/gu,
  / (?:bus|pit|full|truck|tram|train|one|door|rest|short) stop(?=[ ])/gu,
  / (?:reply|text|txt|send|respond)(?: with| back)? stop (?:to|2) (?:unsubscribe|stop|optout|opt out|cancel|end|quit)(?=[ ])/gu,
  / \. stop (?:to|2) (?:unsubscribe|stop|optout|opt out|cancel|end|quit)(?=[ ])/gu,
  / stop (?:at|over|in) (?!all )(?=[^ ])| stop by(?=[ ])/gu,
  // What a phone or a company answers by itself, and who asks for texts.
  / (?:dont|do not) (?:reply|respond) to this (?:[^ ]+ )?(?:message|text|sms|number|email)(?! again)(?=[ ])/gu,
  / to (?:stop|end|cancel) (?:receiving |getting )?(?:these |this |our |all )?auto(?:matic|mated)? ?(?:repl|respon)[^ ]*(?=[ ])/gu,
  / (?:when|once|until|till|after) (?:i|we) stop(?=[ ])/gu,
  / (?:dont|do not) (?:call|phone|ring)(?: me| us)? (?:(?:[.]|just|please|pls|but) ){0,2}(?:text|txt|message)(?: me| us)? (?:instead|only)(?=[ ])/gu,
]

/** At the beginning they stop all texts, whatever follows: 'STOP please', 'STOP\nSent from my iPhone'. */
const stopFirst = /^ (?:stop|stopall|unsubscribe|optout|opt out|arret(?:e|er|ez)?|desabonn[^ ]*) /u

/** They also stop texts at the end, but not before a comma: 'I get off at the next stop, then walk'. */
const stopLast = new RegExp(` (?:stop|stopall)(?: (?:${courtesy}))* (?:sent from .*)?$`, 'u')

/** Words run together with 'stop'. */
const stopJoined =
  / (?:please|pls|plz)?s+t+o+p+(?:stop[^ ]*|please|pls|plz|now|it|this|me|texts?|texting|messag[^ ]*|msgs?|sms|spam[^ ]*|2?end|2?quit) | (?:please|pls|plz)(?:stop|unsubscribe|cancel|quit|remove) | (?:optout|unsubscribe|remove)(?:me|please|pls|now) /u

/** Each phrase as meaningOf writes a text. */
const asWords = (phrases: string[]) => new Set(phrases.map((phrase) => toWords(phrase).join(' ')))
const split = (...lists: string[]) => lists.flatMap((list) => list.split('|'))

/**
 * Many sentences begin with one of these, so they stop texts only alone. Twilio stops on the first ones:
 * https://help.twilio.com/articles/223134027. Who takes the message for a foreign one answers in their own
 * language.
 */
const alone = asWords([
  ...split(
    'cancel|end|quit|revoke|remove|delete|cease|desist|cease and desist|halt|enough|enough already|block|blocked|block me|dnc|f off',
    'canceled|cancelled|stops|stopped|stoped|stp|stoo|discontinue|withdraw|no texts|no messages|no sms|no spam|no marketing',
  ),
  ...split(
    'spam|junk|unwanted|not wanted|unsolicited|refuse|reject|decline|deactivate|disable|unlist|shut up|get lost|buzz off|leave me be|knock it off|cut it out|give it a rest|quit it|make it stop|make it end',
    'enough is enough|had enough|ive had enough|no solicitation|no soliciting|no solicitors|no consent|without my consent|send nothing|dont send|do not send|no interest|zero interest|reported|blocked and reported|report spam|deceased|recipient deceased|i said no|no means no|not for me|want out|i want out|im out|count me out|leave me out|not another one|do not want|dont want|do not text|dont text|nothing more|lose this',
    'no me interesa|no estoy interesado|no estoy interesada|pas intéressé|pas intéressée|je ne suis pas intéressé|je ne suis pas intéressée|ça ne m’intéresse pas',
    'kein Interesse|ich habe kein Interesse|nicht interessiert|não tenho interesse|não me interessa|non sono interessato|non sono interessata|non mi interessa|geen interesse|не интересует|мне не интересно|não estou interessado',
  ),
  ...split('no more|go away|lose my number|wrong num|you got the wrong guy|do not disturb|do not call'),
  ...split(...Object.values(optOutWords), 'stop'),
])
const before = asWords(
  split(
    'please|pls|plz|ok|okay|hi|hello|hey|yes|no|nope|nah|no thanks|no thank you|no thx|no tks|no ty|sorry|its|this is|thats|just|but|thanks|thanks but|im good|all good|im|i|i am|we|can i|may i|how can i|how do i|how to|how do we|i want|want|i hereby|hereby|i want to|i wish to|i need to|i would like to|id like to|let me|want to|can you|could you|would you|will you|already|i already|bye',
    politeWords.before,
  ),
)
const after = asWords(split(courtesy.replace('?', ''), 'thank|cancel|end|quit', politeWords.after)).union(
  alone,
)
const longest = Math.max(...[...before, ...after].map((phrase) => phrase.split(' ').length))

/**
 * Only words that stand alone, and polite ones. A regular expression of a thousand phrases would take 60 ms
 * to compile, while a lead waits.
 */
function isAlone(words: string[]): boolean {
  const behind = (places: Set<number>, phrases: Set<string>) => {
    const found = new Set<number>()
    for (const from of places)
      for (let to = from + 1; to <= Math.min(from + longest, words.length); to += 1)
        if (phrases.has(words.slice(from, to).join(' '))) found.add(to)
    return found
  }
  let places = new Set([0])
  for (let polite = 0; polite < 3; polite += 1) places = places.union(behind(places, before))
  places = behind(places, alone)
  for (let more = 0; more < 4; more += 1) places = places.union(behind(places, after))
  const isEnd = (place: number) =>
    place === words.length || (words[place] === 'sent' && words[place + 1] === 'from')
  return [...places].some(isEnd)
}

/** They also stop texts as a whole sentence: 'No thanks, remove'. */
const aloneInSentence = new RegExp(
  `^ (?:(?:please|pls|plz|just|so|and|kindly) ){0,2}(?:remove|remove it|delete|delete it|erase it|take it off|no more|enough|not for me|spam|unsubscribe|not interested|leave me be|no (?:more )?${texts})(?: (?:${courtesy})){0,3} $`,
  'u',
)

/**
 * A person may ask in any reasonable words (47 CFR 64.1200(a)(10)). What may mean no more texts is a stop,
 * and the owner reads it.
 */
const wishes = [
  ...[
    // From a list.
    `(?:get|gets|getting|want|wanna|be|come|let|take|taken|pull|put|keep) (?:${self} )?off (?:of )?(?:(?:this|that|these|those|your|ur|the|all|whatever) )?(?:[^ ]+ ){0,2}(?:lists?|database|system|${texts}) `,
    `(?:get|getting|come|be|let|take|pull) (?:${self} |it )?off (?:of )?(?:this|these|it|here|there)(?: (?:${courtesy}))* $`,
    `(?:get|let|take|taking|keep|pull) (?:${self}|it) off(?: (?:${courtesy}))* $`,
    `(?:taken|want|wants|take (?:him|her|them|this one)) off(?: (?:of )?(?:your|the|this) (?:[^ ]+ )?list)?(?: (?:${courtesy}))* $`,
    `(?:want|let me|get me|keep me|leave me|count me|opt me) out(?: of (?:this|these|it|here|all|your [^ ]+|the list|this list))?(?: (?:${courtesy}))* $`,
    `(?:remove|delete|erase|expunge|drop|purge|scrub|wipe|forget|strike|scratch|unlist|exclude|omit|unenroll|lose|get rid of) ${self} `,
    `remove from (?:(?:your|the|this|all) )?(?:[^ ]+ )?(?:lists?|system|database|contacts) `,
    `(?:wish|wishes|want|wants|like|ask|asking|need|prefer|demand) to be (?:removed?|taken off|taken out|deleted?|excluded|unlisted|opted out) `,
    `(?:want|get|need|keep|like) (?:(?:these|this|them|it|you|all|${texts}) ){0,2}off (?:of )?my (?:phone|cell|device) | like off (?:of )?(?:your|this|the) (?:[^ ]+ )?list `,
    `(?:cross|strike|drop|scratch|leave) ${self} (?:off|out) `,
    `(?:quit|stop|knock|cut) it (?:off |out )?with (?:(?:all|the|these|this|your) ){0,2}${texts} `,
    `(?:youve|you have|ur|this number has|this has) been reported(?: (?:${courtesy}))* $`,
    `(?:delete|remove|erase|purge|wipe|drop|clear|take|get) (?:[^ ]+ ){1,3}(?:from|off|out of) (?:of )?(?:your|ur|the|this|all) (?:[^ ]+ )?(?:records?|files?|lists?|databases?|systems?|contacts?|books|roster)(?: (?:${courtesy}))* $`,
    // Off, out, over.
    `(?:end|cut) (?:it|this|these|that|them)(?: (?:out|off|here))?(?: (?:${courtesy}))* $`,
    `(?:turn|shut|switch|turning) (?:this|these|those|them|it|that)(?: ${texts})? off(?: (?:${courtesy}))* $`,
    `(?:turn|shut|switch|turning) off (?:(?:[^ ]+ ){0,2}${texts}|this|these|those|them|it) `,
    `(?:disable|deactivate|discontinue|terminate) (?:[^ ]+ ){0,2}${texts} `,
    `(?:want|need|make|get|like|wish) (?:this|these|it|them|that|those|all this) (?:all |${texts} )?(?:to )?(?:stop|end|cease|quit|go away) `,
    `(?:how|can|may|could|want|like|ready) (?:do |can |could |to |would |i |we |you )*(?:stop|end|cancel|quit|block) (?:this|these|those|them|it|(?:these|this|the|your|all) ${texts}|this number)(?: (?:${courtesy}))* $`,
    `when (?:will|do|does|are|can) (?:these|the|your|this|all) (?:[^ ]+ )?${texts} (?:ever |finally )?(?:going to )?(?:end|stop)`,
    `stop (?:getting|receiving) (?:any |all )?(?:of )?(?:these|this|those|them|your|${texts})`,
    `(?:told|telling|asked|asking|tell) (?:you|u|ya|yall) (?:[^ ]+ ){0,2}(?:stop|quit|leave) `,
    `(?:end|cancel|terminate) (?:my|this|the) (?:enrol[^ ]*|opt ?in|sign ?up|sms [^ ]+|text [^ ]+) `,
    // No wish.
    `(?:dont|do not|never|not) (?:authori[sz]ed?|allow|permit|approve|agree to) (?:you|u|this|these|anyone|anybody|any|your) `,
    `(?:want|wants|have|having|wish) nothing (?:more |else |further )?to do with (?:you|u|this|these|it|your) | not the (?:one|person|guy|man|woman|lady) (?:who|that|you) | desist `,
    `(?:never|didnt|did not|dont remember|do not remember|dont recall|do not recall|havent|have not) (?:sign(?:ed|ing)? up|signup|subscribed?|subscribing|opt(?:ed|ing)? in|ask(?:ed|ing)?|agreed?|agreeing|consent(?:ed)?|requested|request|authorized?|gave (?:you )?(?:my |any )?(?:consent|permission)|give (?:you )?(?:my |any )?(?:consent|permission)) ${aboutTexts}`,
    `(?:dont|do not|doesnt|no longer|not|never) (?:want|wanted|wanting|need|wish|wish for|care for|care about|desire|like) ${aboutTexts}`,
    `(?:dont|do not|no longer|never) (?:want|wish|wanted|care|like) to be (?:contacted|texted|messaged|bothered|on|part|called|spammed|reached)`,
    `(?:dont|do not|didnt|did not|never|not) (?:have|had|give|gave|given) (?:you |u |anyone |anybody )?(?:(?:my |any )?(?:permission|consent)|(?:my|this) (?:number|cell|phone)) `,
    `not something (?:that )?i (?:signed up|asked|subscribed|opted)| not int[er]{1,4}e?sted `,
    `(?:prefer|rather|prefer you|rather you)(?: to)? not (?:to )?(?:be )?(?:get|getting|receive|receiving|have|text|texted|txt|message|messaged|contact|contacted|send|sent|hear) ${aboutTexts}`,
    `(?:please|pls|plz|kindly|asked you|ask you|told you|can you|could you|would you|will you) (?:please |to )?not (?:to )?(?:text|txt|message|msg|contact|send|reply)`,
    `(?:dont|do not|never) (?:reply|respond|write|reach out|come back) to (?:me|us|this)`,
    `(?:dont|do not|doesnt|no longer|not|never) (?:want|wish|care|like|need|expect|prefer)(?:ed|ing|s)? (?:to )?(?:ever )?hear(?:ing)? (?:[^ ]+ ){0,2}from (?:you|your|this|these|them|anyone|anybody|ur)(?: [^ ]+)? `,
    `(?:dont|do not|never|no need to|quit|stop) bother(?:ing)? (?:to |with )?(?:send|text|txt|messag|contact|writ|call|repl)`,
    `(?:never|dont|do not) (?:ever )?(?:write|text|txt|message|contact|call|send|reach|bother)(?: (?:me|us|here|this [^ ]+|anything|out|to me)){0,3} again(?: (?:${courtesy}))* $`,
    `(?:tired|sick|fed up) (?:of|with) (?:getting |receiving |all ){0,2}(?:(?:these|this|your|the) )?(?:[^ ]+ )?${texts}`,
    `(?:done|finished|had enough) (?:with|of) (?:these|this|your|the) (?:[^ ]+ )?${texts}`,
    `no (?:more|further|additional|other) (?:(?:of )?(?:these|this|those|your) |[^ ]+ )?${texts} `,
    `(?:no more|not any more|none) of (?:this|these|those|that|your [^ ]+)(?: (?:${courtesy}))* $`,
    `not another (?:[^ ]+ )?${texts} `,
    `no need to (?:text|txt|message|contact|send|call|write) (?:me |us |this number )?(?:any ?more|again|further)`,
    `(?:should not|shouldnt) be on (?:your|this|the|any) (?:[^ ]+ )?list | (?:dont|do not) accept (?:[^ ]+ )?${texts} | enough (?:of (?:the|these|your|this) )?${texts} $`,
    `(?:dont|do not|never) use (?:my|this) (?:number|phone|cell) `,
    `(?:halt|cease|kill|pause|quit|stop|end|cancel) (?:(?:all|the|these|those|your|any|this|further|my) ){0,2}(?:texts?|txts?|messages?|msgs?|sms|spam|alerts|notifications) `,
    `(?:dont|do not) send (?:me |us )?(?:these|this|those|them|any|anything|spam|texts?|sms) (?:(?:any ?more|again|please|things?|stuff|else|to me) )*$`,
    `send (?:me |us )?nothing (?:else |more |further )?$`,
    `(?:want|need) (?:this|these|those|them|it|${self}) (?:all )?(?:gone |(?:deleted?|removed?|erased)(?: (?:${courtesy}))* $)`,
    // Anger.
    `leave (?:me|us|my (?:phone|number|cell)|this (?:number|phone)) (?:alone|be) | (?:be|get|us) left alone | get lost | (?:quit|stop|dont|do not|never) us(?:e|ing) (?:it|this|my (?:number|phone|cell)|this (?:number|phone|cell)) | (?:get|stay) (?:out of|off of|off) my (?:phone|cell|inbox|life) `,
    `(?:quit|dont|do not) (?:bother|bug|annoy|harass|pester|disturb|spam)(?:m?ing)? (?:me|us|my|this) | do not (?:call|contact|text) (?:list|registry) | dnc (?:list|registry) | (?:will|gonna|going to|ill) sue `,
    `(?:this|these|that|those|it|texts|messages|you|u) (?:is|are|r) (?:all |just |nothing but |pure |considered |called )?(?:unwanted|not wanted|unwelcome|unsolicited|spam|spamming(?: me)?|junk|harassment|harassing(?: me)?|bothering me|annoying me|illegal|criminal|trespassing) `,
    `its (?:spam|harassment|junk|unwanted) | (?:unwanted|unsolicited) ${texts} | too many (?:[^ ]+ )?${texts} `,
    `(?:you|u|yall) (?:text|txt|message|msg|spam) (?:me )?(?:too (?:much|often|many)|constantly|nonstop|so (?:much|often)|a lot) `,
    `block(?:ing|ed)? (?:you|u|this (?:number|sender)|your number) | (?:you are|youre|ur|you r|you have been|youve been|number is|i have|ive) (?:now )?(?:been |being )?blocked(?: (?:you|this number|now))? $`,
    `(?:going to|gonna|will be|about to|am) report(?:ing)? (?:this|it) | report(?:ed|ing)? (?:this|your|the) (?:number|text|message|sender)| (?:to|with|contact|call|calling) the (?:fcc|ftc|attorney general) | (?:fcc|ftc) complaint | tcpa `,
    `(?:take back|taking back|rescind|revoking|withdrawing) (?:my |the |all )?(?:consent|permission|opt ?in) | (?:consent|permission) (?:is |was |has been |hereby |now )*(?:withdrawn|revoke|revoked|rescinded|gone) `,
    // Somebody else.
    `(?:no longer|doesnt|does not|not) (?:has|have|had|use|uses|own|owns|on|at|got) (?:this|the|that) (?:number|phone|cell|line) `,
    `no longer (?:my|his|her|their|the right|a valid) (?:number|phone|cell) `,
    `(?:have|got|get|texted|texting|reached|contacted|messaging|its|is) (?:the )?wrong (?:guy|girl|gal|man|lady|woman|dude|contact|recipient|one|human|party) `,
    `(?:no one|nobody|noone|no person|isnt anyone|is no one|is nobody|dont know anyone) (?:here )?(?:by|with|of|named|called) (?:that|this) (?:name )?`,
    `(?:falsche[nr]?|verkeerde?|mauvais) (?:numero|nummer|person) | (?:numero|nummer) (?:equivocado|errado|sbagliato) | trompe[^ ]* de (?:numero|personne|destinataire) `,
    // Spanish, French, German, Portuguese, Italian and Dutch.
    `(?:quit|sac|borr|elimin|remuev)[^ ]* (?:mi|este) (?:numero|nombre|telefono) | (?:quit|sac|borr|elimin)[^ ]* de (?:la|su|esta|tu|sus) lista | (?:dej|dejen|dejeme|dejenme|dejame)[^ ]* en paz | no quiero (?:recibir |saber |ver )?(?:nada|esto|eso|estos)(?: mas)?(?: de [^ ]+)? $`,
    `(?:enlev|retir|supprim|effac)[^ ]* (?:moi|mon (?:numero|nom)|mes (?:donnees|coordonnees)) | (?:laiss|fich|fout)[^ ]* moi (?:tranquille|la paix) | ne plus (?:me |m|nous |jamais )*(?:contacter|ecrire|envoyer|texter|appeler|deranger) `,
    `lass(?:en|t)? (?:sie )?(?:mich|uns) (?:bitte |endlich |doch )*in (?:ruhe|frieden) `,
    `(?:losch|entfern|streich)[^ ]* (?:sie |bitte )?(?:mich|meine (?:nummer|daten|handynummer)) | (?:mich|meine nummer) (?:bitte )?(?:aus|von) (?:der|dem|ihrer|eurer|deiner|ihrem) (?:liste|verteiler) | (?:nicht|kein) (?:mehr )?interess[^ ]* | bitte (?:[^ ]+ ){0,2}losche[nr]? $| nummer losche[nr]? | nicht mehr (?:senden|schicken|haben|bekommen|erhalten) | will das nicht mehr `,
    `(?:tir|remov|apag|exclu|elimin)[^ ]* (?:o )?meu (?:numero|nome|contato|telefone) | (?:tir|remov|exclu)[^ ]* (?:me )?(?:d(?:a|e|esta|essa)|desta|dessa) (?:sua )?lista | non (?:mi )?(?:mandat|scrivet|inviat|contattat|chiamat)[^ ]* piu | (?:togli|cancell|rimuov|elimin)[^ ]* (?:il mio (?:numero|nome)|dalla (?:lista|vostra lista)) | (?:cancell|rimuov|togli|elimin)[^ ]*(?:mi|ci) | geen (?:sms|berichten|berichtjes) meer `,
  ].map((wish) => new RegExp(` ${wish}`, 'u')),
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
  / (?:dej[ae]?[nrs]*|dejad|deix[ae]|par[ae][mn]?) de (?:me |nos )?(?:escr|mand|envi|llam|lig|molest|recib)/u,
  / (?:cancel|anul|annul|resili)[^ ]* (?:[^ ]+ )?(?:l?abonn|s?u?b?inscri|suscri|mensa|texto|messag|sms)/u,
  / desuscri| dar(?:me|se|nos)? de baja | no (?:quiero|deseo) mas | non (?:voglio|desidero) (?:piu )?(?:ricevere )?(?:messaggi|sms)/u,
  / (?:je )?(?:ne )?(?:veux|voudrais|souhaite|desire) plus (?:recevoir |de |vos |aucun |ces ){0,3}(?:texto|message|sms|rien)/u,
  / (?:me |m|n)?(?:envoyez|ecrivez|contactez|textez|appelez)(?: [^ ]+)? plus | nao (?:me )?(?:envi|mand)[^ ]+ mais | nao (?:quero|desejo) (?:mais |receber |suas ){1,3}/u,
  / не (?:присылаите|пишите|шлите) | keine (?:weiteren (?:sms|nachrichten|texte)|(?:sms|nachrichten|texte) mehr) | (?:bitte|mochte|will) keine (?:sms|nachrichten|texte) | nicht mehr (?:schreiben|kontaktieren|anrufen|texten) /u,
  / (?:remove|delete|erase|drop) (?:me|us|my|this number|the number) | (?:please|pls|plz|kindly) remove $/u,
  new RegExp(` (?:take|pull|clear) (?:${self}|this name) (?:off|out of) `, 'u'),
  / (?:wrong|worng|rong) (?:numb[^ ]*|person|phone|nm?br) | not (?:my|the right|your) (?:number|person) /u,
  / (?:dont|do not|never|no longer|cease|quit|end|no more) (?:(?:ever|you|want|to|receive|any|more|these|your|the|me|of|send|sending|get|wish|(?:call|phone|email)(?: me)? (?:or|nor|and)) ){0,12}(?:text|txt|messag|msg|sms|contact|spam|promo|send me|call me|write to me)/u,
  / cease (?:all |any |further )*communic| report(?:ed|ing)? (?:you|(?:(?:this|it|them|your [^ ]+) )?(?:as|for) (?:spam|harass[^ ]*)) /u,
  / get (?:me|us|my number|this number) off (?:of )?(?:this|that|your|ur|the) (?:[^ ]+ )?list /u,
  / (?:quit|please dont|please do not) send| do not send any|dont send any| (?:discontinue|refrain from) (?:[^ ]+ ){0,3}(?:text|messag|sms|contact)/u,
  / (?:dont|do not|never) consent /u,
  / lose (?:my|this|the|that|our) number | not? (?:longer )?interested | no (?:more|further) (?:(?:marketing|promo[^ ]*|sales) )?(?:texts?|messages?|sms) /u,
  / (?:cancel|end|revoke|withdraw) (?:(?:my|the|this|all|your) )?(?:subscription|consent|permission|texts?|messages?) /u,
  / (?:fuck|piss|bugger) ?off | go away /u,
]

/** Wishes at the end of a text or of a sentence: 'No more of these, I am at work'. */
const endings = wishes.filter(({ source }) => source.includes('$'))
/** The next sentence may say what 'it' and 'that' mean: 'I don't want that, I want Friday'. */
const isOpen = (part: string) => / (?:it|that) $/.test(part)

/**
 * START and UNSTOP work with every carrier. They lift a stop only if nothing is before them, not even a sign.
 * YES is missing: it does not work with toll-free numbers and may answer a question.
 */
const start =
  /^(?:["“](?:start|unstop)["”]|(?:start|unstop)(?![\p{L}\p{N}]))[\s.!,]*(?:(?:please|pls)[\s.!]*)?$/u

/**
 * Ignores case, punctuation and quotations. Reads wishes in English, French and Spanish, and single words in
 * 63 languages. Takes linear time in every script.
 */
export function meaningOf(text: string): Meaning {
  const own = ownWords(text)
  if (start.test(own.toLowerCase())) return 'start'
  let sentences = ` ${toWords(own.replace(address, ' ')).join(' ')} `.replaceAll(' u ', ' you ')
  for (const phrase of setAside) sentences = sentences.replace(phrase, ' ')
  const words = ` ${sentences
    .split(' ')
    .filter((word) => word && word !== '.')
    .join(' ')} `
  // Typed in pieces: 'ST OP'.
  if (/^ ?s ?t ?o ?p ?$/u.test(words)) return 'stop'
  const parts = sentences.split(' . ').map((sentence) => ` ${sentence.trim()} `)
  if (parts.some((part) => aloneInSentence.test(part))) return 'stop'
  const isStop =
    isAlone(words.trim().split(' ')) ||
    [stopFirst, stopLast, stopJoined, ...wishes].some((wish) => wish.test(words)) ||
    endings.some((ending) => parts.some((part) => !isOpen(part) && ending.test(part)))
  return isStop ? 'stop' : 'other'
}

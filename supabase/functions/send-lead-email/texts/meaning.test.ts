import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../tests/kit/assert-linear.ts'
import { readCases } from '../../../../tests/kit/read-cases.ts'
import { meaningOf } from './meaning.ts'
import { optOutWords, politeWords } from './opt-out-words.ts'

const meanings = {
  stop: [
    ...[
      'i dont want to receive these',
      'I don’t want these, thanks',
      'cease all communication',
      'I reported this as spam',
      'I will report you',
      'no texts',
      'No marketing please',
      'no more marketing texts',
      'withdraw',
      'enough already',
      'Can I be removed from this list?',
      'I want to be taken off your list',
      'Block',
      'blocked',
      'he died, please remove',
      'Wrong nmbr',
      'deja de enviarme mensajes',
      'para de escribirme',
      'deixa de me mandar isso',
      'Dejar de enviar mensajes',
      'please do not reply to me again',
      'Do not reply to this number again',
      'Do not call or text me',
      'Do not call me, text me or contact me',
    ],
    ...[
      'STOP',
      'stop',
      ' Stop. ',
      'STOPALL',
      'Stop all',
      'UNSUBSCRIBE',
      'CANCEL',
      'END',
      'QUIT',
      'REVOKE',
      'OPTOUT',
    ],
    ...[
      'opt-out',
      'Opt out!',
      'stop please',
      'STOP STOP',
      'STOP\nSent from my iPhone',
      'please stop texting me',
    ],
    ...[
      'unsubscribe me',
      'arrêt',
      'ARRET',
      'arrête',
      'remove me',
      'wrong number',
      'Wrong number!!',
      'Stop!!!',
      '"STOP"',
    ],
    ...[
      'Please stop',
      'pls stop',
      'Can you stop',
      'I want you to stop',
      'STOP texting',
      'stop sending me this',
    ],
    ...[
      'Stop. I never signed up',
      'Cancel please',
      'Quit texting me',
      'END.',
      'end these messages',
      'Please remove me',
    ],
    ...[
      'take me off your list',
      'Take my number off',
      'Please take me off',
      'do not text me again',
      "Don't text me",
    ],
    ...[
      'don’t contact me anymore',
      'never text this number',
      'No more texts',
      'no more messages please',
      'No more',
    ],
    ...[
      'leave me alone',
      'Lose my number',
      'Not interested',
      "I'm not interested thanks",
      'I opt out',
      'opt me out',
    ],
    ...[
      'I would like to unsubscribe',
      'unsubcribe? unsubscribed',
      'I revoke. Stop',
      'I withdraw my consent',
      'fuck off',
    ],
    ...[
      'cancel my subscription',
      'Désabonner',
      'me désinscrire svp',
      'delete my number',
      'Go away',
      '🛑 STOP',
      'stop it',
    ],
    ...[
      'You have the wrong person',
      'this is not my number',
      'cease contact',
      'I do not want to receive these messages',
    ],
    ...['Hello, please stop', 'Stop\u200b', 'stop, thanks', 'STOP - sent from my Galaxy'],
    ...['Please stopppp', 'STOPP', 'SSTOOPP', 'ＳＴＯＰ', 'S-T-O-P', 'S.T.O.P.', 's t o p', 'S*T*O*P'],
    ...['st0p', '5TOP', '$top', 'СТОП', 'Стоп', 'SТОР', 'ЅТОР', 'STPO', 'sotp', 'ST OP', 'STO P', '[STOP]'],
    ...['unsubcribe', 'Unsuscribe', 'UNSUBSCIBE', 'unsubscribee', 'cancle', 'CANCELL', 'Quittt', 'stopnow'],
    ...[
      'OPT  OUT',
      'Opt.out',
      'opting out',
      'REVOKED',
      'StopAll!',
      'stopall please',
      'unsub',
      'Parar',
      '退订',
    ],
    ...[
      'STOP\n\nOn 2 Nov 2026, Brand wrote:\n> Reply START to go on',
      '> Brand: hello\nSTOP',
      '𝐒𝐓𝐎𝐏',
      'ꜱᴛᴏᴘ',
    ],
    ...['On Mon, 2 Nov 2026, Brand wrote:\n> Hello\nStop', 'Liked “Brand: hello” stop texting me'],
    ...[
      'I said “stop texting me”',
      'Please “STOP”',
      "Don't. STOP",
      'How do I get you to stop',
      '‘Stop’',
      'Sтоp',
    ],
    ...[
      'No, stop',
      'Can you please STOPP',
      'end.',
      'Quit!!',
      'quit please',
      'STOP 🛑',
      '🛑🛑 stop',
      'END END',
    ],
    ...[
      '請停止',
      '取消订阅',
      'ストップ',
      'やめて',
      'توقف',
      'Sair',
      'No mas mensajes',
      'Revoke consent',
      'START STOP',
    ],
    ...['توقّف', 'إِيقاف', 'ايقاف', 'الغاء الاشتراك', 'stop grazie', 'STOP kérem', 'стоп, пожалуйста', 'ΣΤΟΠ'],
    ...[
      'ya no quiero mensajes',
      'no quiero recibir más mensajes',
      'no me escriban más',
      'dejen de mandarme textos',
    ],
    ...[
      'No me llames',
      "ne m'envoyez plus de messages",
      'je ne veux plus recevoir de SMS',
      'não quero receber mais',
    ],
    ...[
      'Bitte keine Nachrichten mehr',
      'не присылайте мне ничего',
      'İPTAL',
      '🆂🆃🅾🅿',
      '🅢🅣🅞🅟',
      'STOPSTOP',
      'STOP1',
    ],
    ...[
      'STOP/ARRET',
      'Txt STOP',
      '🇸🇹🇴🇵',
      '🇸 🇹 🇴 🇵',
      'S̶T̶O̶P̶',
      'ՏTՕP',
      'Un-subscribe',
      'UN SUBSCRIBE',
      'usubscribe',
      'insubscribe',
    ],
    ...[
      'pleasestop',
      'plsstop',
      'STOPEND',
      'STOP2END',
      'optoutplease',
      'REMOVEME',
      '🛑',
      '🛑🛑🛑',
      'stahp',
      'stoppit',
      '1STOP',
    ],
    ...[
      'STOPS',
      'Stopped',
      'cancelled',
      'unsubs',
      'deregister',
      '0PT OUT',
      'wrong #',
      'worng number',
      'Wrong numbr',
      'STP',
    ],
    ...[
      'quit sending me this crap',
      'please dont send',
      'do not send anymore',
      'get me off your list',
      'I want this stopped',
    ],
    ...['I don’t consent to texts', 'Please discontinue these texts', 'kindly refrain from contacting me'],
    ...['I am no longer interested', 'Please “Reply STOP”', 'STOP. Replying to “Reply STOP to unsubscribe”'],
    ...[
      'cancelar suscripción',
      'Cancelar mensajes',
      'quiero darme de baja',
      'No quiero más',
      'Pare de enviar',
      'desuscribirme',
    ],
    ...[
      'ne me contactez plus',
      'annuler l’abonnement',
      'ich möchte keine Nachrichten',
      'Bitte nicht mehr schreiben',
    ],
    ...[
      'non voglio ricevere messaggi',
      'não me envie mais mensagens',
      'parem de mandar sms',
      '请不要再发短信',
      '别再给我发短信',
    ],
    ...[
      '取消短信',
      'もう送らないで',
      '문자 보내지 마세요',
      '문자 그만',
      'stop na po',
      'huy dang ky',
      'lopeta kiitos',
    ],
    ...['回复TD', 'HINTO', 'FIN', 'take me out of this list'],
    ...[
      'stop.texting.me',
      'STOP.STOP',
      'stop.I never signed up',
      'Stop https://brand.example/x',
      'brand.com stop',
    ],
    ...[
      'STOP,brand.com',
      'ana@stop.com stop',
      'stop emailing ana@brand.com',
      'https://brand.example/stop STOP',
    ],
    ...['dtop', 'Stpp!', 'cease and desist', 'Do not call', 'DNC', 'wrong num', 'enough', 'unsubscribe 2'],
  ],
  start: ['START', 'start', ' Start! ', 'UNSTOP', 'unstop.', 'Start please'],
  other: [
    ...[
      'I got no texts from you',
      'I don’t get all the messages',
      'The link was deleted from the text',
      'There is no marketing in my job',
      'I don’t want to miss this',
      'I don’t want this to end',
      'Can the logo be removed?',
      'Do I have to report to you?',
      'my card was blocked, how do I pay?',
      'When may I withdraw my money?',
      'un curso para de cero escribir',
    ],
    ...[
      'HELP',
      'INFO',
      'YES',
      'When does it end?',
      'Non-stop',
      '',
      '   ',
      'Thanks!',
      'How do I start?',
      'Who is this?',
    ],
    ...[
      'Quit my job today!',
      'Cancel culture is a funny topic',
      'End of week works for me',
      'Is this legit?',
    ],
    ...['Liked “Brand: your call is at 5. Reply STOP to unsubscribe”', 'Loved “STOP to opt out”'],
    ...['Disliked “Reply STOP to unsubscribe”', 'Laughed at “Reply STOP”', 'Emphasized "Reply STOP to end"'],
    ...[
      'Questioned “Reply STOP to unsubscribe',
      'Emphasised “STOP”',
      '👍 to “Brand: Reply STOP to unsubscribe”',
    ],
    ...[
      'Reacted 👍 to “Brand: Reply STOP to cancel”',
      '\u200a\u200b👍\u200b to \u201cReply STOP\u201d\u200a',
    ],
    ...['Removed a heart from “Reply STOP to unsubscribe”', 'A aimé «\u00a0Reply STOP\u00a0»'],
    ...['Le gustó “Reply STOP”', 'Reaccionó con 👍 a “Reply STOP”', 'Reagiu com ❤️ a “Reply STOP”'],
    ...['Reacted with 😂 to “Text STOP to unsubscribe” ', 'Reagiu 👍 a “Reply STOP to unsubscribe”'],
    ...[
      '> Brand: Reply STOP to unsubscribe\nYes, great, when is the call?',
      '> STOP',
      'Gostou de “Reply STOP”',
    ],
    ...['Yes!\n\nOn Mon, Nov 2, 2026 at 3:00 PM Brand <a@b.example>\nwrote:\nReply STOP to unsubscribe'],
    ...[
      'Great. On Nov 2, Brand wrote: Reply STOP to unsubscribe',
      'Le 2 nov., Brand a écrit :\nRépondez STOP',
    ],
    ...[
      'не start',
      '请不要 start',
      'لا start',
      '🚫 start',
      'dont start',
      'no START',
      'START?',
      'START 🚫',
      'не unstop',
    ],
    ...[
      "Don't stop",
      'do not stop texting me',
      'never stop',
      'Where is the bus stop',
      'non-stop',
      'STOPWATCH',
    ],
    ...[
      'Is it on the stoop?',
      'I can stop by on Monday',
      'restart',
      'What does “Reply STOP to unsubscribe” mean?',
    ],
    ...['cancer', 'quite', 'Weekend', 'the end of it is great', 'I removed the app', 'spot', 'post', 'tops'],
    ...[
      'Aggiunto un cuore a “Brand: hi. Text STOP to opt out”',
      'FWD: Text STOP to opt out',
      'Txt STOP 2 end',
    ],
    ...['Removed 👍 from “Brand: Reply STOP to end msgs”', '🛑 to “Reply STOP to unsubscribe”'],
    ...[
      'Gillade ”Brand: Msg&data rates may apply. Text STOP to stop messages”',
      'Vond “Brand: STOP to opt-out” leuk',
    ],
    ...[
      'Synes godt om ”Brand. STOP to cancel. Call us today”',
      'Понравилось «Brand: Reply STOP to stop texts»',
    ],
    ...['“Brand: Reply STOP to cancel texts”にハートしました', "Liked “Text 'STOP' to end texts.”"],
    ...[
      'Sí\n\nEl lun, 2 nov 2026 a las 15:00, Brand (<a@b.example>) escribió:\n\nText STOP to cancel messages',
    ],
    ...['Sim\n\nEm seg., 2 de nov. de 2026 às 15:00, Brand <a@b.example> escreveu:\nSTOP to end messages'],
    ...['Ja\n\nAm 2. Nov. 2026 um 15:00 schrieb Brand <a@b.example>:\n\nReply STOP to stop texts'],
    ...[
      'Ok\n\nOp ma 2 nov om 15:00 schreef Brand:\nReply STOP to end texts',
      '好的\n\nBrand 于2026年11月2日写道：\nSTOP to end texts',
    ],
    ...['Yes\n\nFrom: Brand\nSent: Monday\nTo: Ana\n\nReply STOP to stop receiving messages'],
    ...[
      'Can I get the link again? it stopped',
      'The video stopped',
      'don’t ever stop',
      'stop-motion is my hobby',
      'oui stp',
    ],
    ...[
      'The texts stopped coming',
      'Do you offer cancellation?',
      'my call got cancelled, can we rebook?',
      'no texts received',
    ],
    ...['I opted in', 'para ver el mensaje', '不要发票', '不要发愁', 'can you get me off work early'],
    ...[
      'no quiero perder el mensaje',
      'no me llegó el mensaje',
      'me llamo Para',
      'cancel call',
      'stripe',
      'stomp',
    ],
    ...['Ich habe keine Nachrichten bekommen', 'Ich möchte mich für die Liste anmelden', 'Es ist genug Zeit'],
    ...[
      'мне не присылали ссылку',
      'когда стоит позвонить',
      'لم أتوقف عن المشاهدة',
      'もう止まらない',
      '다음 주에 연락 주세요',
    ],
    ...[
      'stop.example.com',
      'unsubscribe.example.com/x?y',
      'Stop.com',
      'stop@example.org',
      'see https://brand.example/stop',
      'stopspam.example.net.',
      'I watched it nonstop',
      'the bus stop is near',
      '👍',
      'When can we talk?',
      'Stopwatch',
      'what is the price',
    ],
    // What phones and companies answer by themselves, and who asks for texts.
    ...[
      'I’m driving right now and will get back to you later. Sent by my car. Please do not reply to this message.',
      'This is an automated message, please don’t respond to this text',
      'Do not reply to this automated message',
      'NOREPLY: do not reply to this number, it is not monitored',
      'This is an automated reply. To stop receiving these auto-replies, text OFF',
      'Driving - I’ll text you when I stop.',
      'Please don’t call me, text me instead',
      'do not call, just text me only',
      'Do not call or text me before 9 please',
    ],
  ],
}

for (const [meaning, texts] of Object.entries(meanings))
  test(`${texts.length} texts mean ${meaning}`, () => {
    for (const text of texts) assert.equal(meaningOf(text), meaning, JSON.stringify(text))
  })

test('people who want no more texts are understood in their own words, and harmless sentences stop nothing', () => {
  const wrong = readCases(new URL('../../../../tests/cases/texts.tsv', import.meta.url)).filter(
    ([meaning, text = '']) => meaningOf(text) !== meaning,
  )
  assert.deepEqual(wrong, [])
})

test('words for no more texts stop them in each language, however they are typed', () => {
  const [polite = ''] = politeWords.before.split('|')
  for (const word of Object.values(optOutWords).flatMap((list) => list.split('|'))) {
    const bare = word.normalize('NFD').replace(/[\u0300-\u036f\u0654\u0655]/gu, '')
    for (const text of [
      word,
      word.toUpperCase(),
      bare,
      `${word}!!`,
      `${polite} ${word}`,
      `${word}, ${polite}.`,
    ])
      assert.equal(meaningOf(text), 'stop', text)
  }
})

/** What people write in each language. It is written here once more, so that no language gets lost. */
const usual: Record<keyof typeof optOutWords, string> = {
  ...{ ar: 'إلغاء الاشتراك', bg: 'Спри', bn: 'বন্ধ করুন', cs: 'Zrušit', da: 'Afmeld', de: 'Abmelden' },
  ...{ el: 'Διαγραφή', es: 'Baja', fa: 'لغو', fi: 'Lopeta', fil: 'Itigil na', fr: 'Désabonnement' },
  ...{ he: 'הסר', hi: 'बंद करो', hu: 'Leiratkozás', id: 'Berhenti', it: 'Disiscrivimi', ja: '配信停止' },
  ...{ ko: '수신거부', ms: 'Batalkan', nl: 'Afmelden', no: 'Meld meg av', pl: 'Rezygnuję', pt: 'Sair' },
  ...{ ro: 'Dezabonare', ru: 'Отписаться', sv: 'Avregistrera', sw: 'Acha', ta: 'நிறுத்து', te: 'ఆపండి' },
  ...{ am: 'አቁም', az: 'Dayandır', ca: 'Atura', ceb: 'Hunong', et: 'Lõpeta', gu: 'બંધ કરો', hr: 'Odjava' },
  ...{ ht: 'Sispann', hy: 'Դադարեցնել', is: 'Hætta', ka: 'შეწყვიტე', kk: 'Тоқтат', km: 'ឈប់', kn: 'ನಿಲ್ಲಿಸಿ' },
  ...{ lo: 'ຢຸດ', lt: 'Atsisakyti', lv: 'Atteikties', ml: 'നിർത്തുക', mr: 'थांबवा', my: 'ရပ်ပါ', ne: 'रोक्नुहोस्' },
  ...{ pa: 'ਬੰਦ ਕਰੋ', sk: 'Zrušiť', sl: 'Prekliči', so: 'Jooji', sq: 'Ndalo', sr: 'Одјава' },
  ...{ th: 'ยกเลิก', tr: 'İptal', uk: 'Відписатися', ur: 'بند کریں', vi: 'Hủy đăng ký', zh: '退订' },
}

test('the usual words of 63 languages stop all texts', () => {
  const languages = Object.entries(usual)
  assert.equal(languages.length, 63)
  assert.deepEqual(
    languages.filter(([, text]) => meaningOf(text) !== 'stop'),
    [],
  )
})

/** Accents to sort, letters that Unicode writes as up to 18, and words of other scripts. */
const costly = [
  '\u0323\u0301'.repeat(800),
  `${'1'.repeat(900)}${'\ufdfa'.repeat(699)}:`,
  `${'\u33fe'.repeat(960)}${'\ufdfa'.repeat(639)}:`,
  ...['\u0a15\u0a16\u0a17 ', '\u0434\u0436\u0437\u0438 '].map((letters) =>
    letters.repeat(400).slice(0, 1_600),
  ),
]

// Texts are read in the process that stores leads, so a lead waits as long as they take. The quickest of many readings
// is the time that a busy machine does not lengthen.
test('thirty of the costliest texts at once delay no lead by more than 50 ms', () => {
  const quickest = costly.map((text) => {
    const times = Array.from({ length: 20 }, () => {
      const begin = performance.now()
      meaningOf(text)
      return performance.now() - begin
    })
    return Math.min(...times)
  })
  const thirty = (quickest.reduce((sum, time) => sum + time, 0) * 30) / costly.length
  // The machine may be five times slower.
  assert.ok(thirty < 50 * 5, `${thirty} ms`)
})

test('a text of any script takes linear time', () =>
  assertLinear(meaningOf, ['stop ', "don't want to ", '> ', 'stop.', 'https://']))

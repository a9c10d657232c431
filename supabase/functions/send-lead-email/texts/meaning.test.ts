import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../tests/kit/assert-linear.ts'
import { meaningOf } from './meaning.ts'
import { optOutWords, politeWords } from './opt-out-words.ts'

const meanings = {
  stop: [
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
    ...['dtop', 'Stpp!', 'cease and desist', 'Do not call', 'DNC', 'wrong num', 'enough', 'unsubscribe 2'],
  ],
  start: ['START', 'start', ' Start! ', 'UNSTOP', 'unstop.', 'Start please'],
  other: [
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
      'I watched it nonstop',
      'the bus stop is near',
      '👍',
      'When can we talk?',
      'Stopwatch',
      'what is the price',
    ],
  ],
}

for (const [meaning, texts] of Object.entries(meanings))
  test(`${texts.length} texts mean ${meaning}`, () => {
    for (const text of texts) assert.equal(meaningOf(text), meaning, JSON.stringify(text))
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
  ...{ th: 'ยกเลิก', tr: 'İptal', uk: 'Відписатися', ur: 'بند کریں', vi: 'Hủy đăng ký', zh: '退订' },
}

test('the usual words of 36 languages stop all texts', () => {
  const languages = Object.entries(usual)
  assert.equal(languages.length, 36)
  assert.deepEqual(
    languages.filter(([, text]) => meaningOf(text) !== 'stop'),
    [],
  )
})

test('a text of any script takes linear time', () =>
  assertLinear(meaningOf, ['stop ', "don't want to ", '> ']))

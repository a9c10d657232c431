import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meaningOf } from './meaning.ts'

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

test('a long text is understood at once', () => {
  for (const text of [
    'stop '.repeat(20_000),
    "don't want to ".repeat(10_000),
    'x '.repeat(50_000),
    `${'a'.repeat(99_999)} stop`,
  ]) {
    const begin = performance.now()
    meaningOf(text)
    assert.ok(performance.now() - begin < 2000)
  }
})

import type { Random } from '../harness/random.ts'

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\u000b',
  '\u000c',
  '%0d%0a',
  '\\r\\n',
  '=0D=0A',
  '\ufe56\ufe57',
]
const headers = [
  'Bcc: victim@example.net',
  'To: victim@example.net',
  'Subject: You won',
  'Content-Type: text/html',
  'X-Evil: 1',
  'Reply-To: evil@example.net',
]
const html = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '</td></tr></table><h1>x',
  '"><a href="https://evil.example">x</a>',
  "' onmouseover='x",
  '<style>*{display:none}</style>',
  '<!--',
  ']]>',
  '&lt;b&gt;',
  '<svg/onload=x>',
  '<a href=javascript:x>',
  '{{7*7}}',
  '<%= 7*7 %>',
  '<base href=//evil.example>',
  '<form action=//evil.example>',
  '<iframe srcdoc=x>',
  'https://evil.example/',
  '<bdi>',
  '</bdi><b>',
  '<meta http-equiv=refresh content=0>',
]
const encodedWords = [
  '=?utf-8?q?=0d=0aBcc:_victim=40example.net?=',
  '=?utf-8?b?DQpCY2M6IHZpY3RpbUBleGFtcGxlLm5ldA==?=',
  '"Ada" <evil@example.net>',
  'Ada, evil@example.net',
  'Ada; evil@example.net',
  '<evil@example.net>',
  '(comment) Ada',
  'Ada\\',
]

/** Texts that a careless mail would take for a header or for markup, without doubles. */
export function injections(random: Random, count: number): string[] {
  const all = [
    ...breaks.flatMap((line) => headers.map((header) => `Ada${line}${header}`)),
    ...html.flatMap((markup) => [markup, `Ada ${markup}`, `${markup}${random.pick(html)}`]),
    ...encodedWords.flatMap((word) => [
      word,
      `Ada ${word}`,
      `${word}${random.pick(breaks)}${random.pick(headers)}`,
    ]),
    ...Array.from(
      { length: 100 },
      (_, index) => `${index}${random.pick(html)}${random.pick(encodedWords)}${random.pick(html)}`,
    ),
  ]
  return [...new Set(all)].slice(0, count)
}

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { caniemail } from 'caniemail'
import { sampleMails } from '../../../../tests/sql/sample-mails.ts'

const mails = Object.entries(sampleMails('https://training.example'))

const lightColorsStay = 'The inline light colours stay as they are.'
const alsoAttribute = 'An attribute says the same.'

/**
 * At least one of the four big mail programs does not support these features. Each feature has the name that
 * caniemail.com uses, and the reason why no reader misses the feature.
 */
const tolerated = {
  '@media': lightColorsStay,
  '<style> element': lightColorsStay,
  'color-scheme CSS property': lightColorsStay,
  'color-scheme meta tag': lightColorsStay,
  '<body> element': 'The outermost table repeats the colour of the ground.',
  '<bdi> element': 'Each value is alone in its cell or line, so that its direction changes nothing else.',
  'border-radius': 'Corners are square.',
  'display:none': 'The preheader has the colour of the ground and a height of 1 pixel.',
  'height property': alsoAttribute,
  'max-height property': 'Word hides the preheader because of mso-hide.',
  overflow: 'Word hides the preheader because of mso-hide.',
  'role attribute': 'Only Windows Mail, which Microsoft ended in 2024, calls the layout a table.',
  'word-break': 'A very long word makes the mail wider.',
}

test('nothing in the emails is unsupported by Gmail, Outlook, Apple Email or Yahoo, apart from what is tolerated', () => {
  const clients = ['gmail.*', 'outlook.*', 'apple-mail.*', 'yahoo.*'] as const
  const found = mails.flatMap(([, { html }]) => {
    const { errors } = caniemail({ clients: [...clients], html }).issues
    return [...errors.values()].flat().map(({ title }) => title)
  })
  assert.deepEqual([...new Set(found)].sort(), Object.keys(tolerated).sort())
})

for (const [name, { subject, html, text }] of mails) {
  test(`${name} is small, and its text part has all of its links and words`, () => {
    assert.ok(Buffer.byteLength(html) + Buffer.byteLength(text) < 30_000)
    assert.ok(subject.length <= 60, subject)
    const links = [...html.matchAll(/href="(?:mailto:|tel:)?([^"]+)"/g)].map(([, link = '']) => link)
    for (const link of links) assert.ok(text.includes(decodeURIComponent(link)) || text.includes(link), link)
    const paragraphs = [...html.matchAll(/<(p|h1|h2)[ >].*?<\/\1>/gs)].map(([found]) => wordsOf(found))
    for (const words of paragraphs) assert.ok(wordsOf(text).includes(words), words)
  })
}

/** Returns the text that a piece of HTML or a text part contains, as one line. */
const wordsOf = (markup: string) =>
  markup
    .replace(/<[a-z/][^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;])/g, '')
    .trim()

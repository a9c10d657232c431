import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../tests/kit/assert-linear.ts'
import { readPrivacy, readTerms } from './legal-words.ts'
import { readPage } from './read-page.ts'

// biome-ignore format: a table, a line for each
const privacy: [text: string, said: 'yes' | 'no' | 'unsure'][] = [
  ["We don't share or sell your mobile number.", 'yes'], ['We don’t share or sell your mobile number.', 'yes'], ['We never sell, rent or share your phone number.', 'yes'],
  ['No mobile information will be shared with third parties or affiliates for marketing or promotional purposes.', 'yes'], ['Your phone number is never shared.', 'yes'], ['Mobile numbers will not, under any circumstances, be sold.', 'yes'],
  ['All of the above exclude text messaging originator opt-in data and consent.', 'yes'], ['All the above categories exclude text messaging originator opt-in data and consent; this information will not be shared with any third parties.', 'yes'],
  ['We keep your mobile number. We do not share it with anyone.', 'yes'], ['Neither we nor our staff sell your mobile number.', 'yes'], ['We refrain from sharing mobile numbers.', 'yes'], ['Do you share my phone number? No.', 'yes'],
  ['We do not share your mobile number with third parties, except with providers who help us send the messages.', 'yes'], ['We will not share your number unless the law requires it.', 'yes'],
  ['We share your personal data with partners. Mobile information is not shared.', 'yes'], ['We share your number with our carrier to deliver the messages. We do not sell your number.', 'yes'],
  ['Your phone number stays with us; it is never handed to third parties.', 'yes'], ['Phone numbers are kept private and are not made available to third parties.', 'yes'], ['No third party receives your number.', 'yes'], ['We will never sell, lend, lease or otherwise share your cell number with anyone.', 'yes'],
  ['Nobody else gets your number.', 'yes'], ['Only we use your mobile number; no one else receives it.', 'yes'], ["We don't give out your mobile number.", 'yes'], ['Your phone number is not for sale.', 'yes'], ['We refuse to sell your phone number.', 'yes'],
  ['We will not share your opt-in to an SMS campaign with any third party for purposes unrelated to that campaign.', 'yes'], ['Information obtained as part of the SMS consent process will not be shared with third parties.', 'yes'], ['None of your mobile information is shared with third parties.', 'yes'], ['Mobile numbers: not shared.', 'yes'], ['We keep your phone number to ourselves and share it with no one.', 'yes'],
  ["We won't hesitate to share your number with sponsors.", 'no'], ["We don't share your number with strangers, only with our marketing partners.", 'no'], ['Please do not share your verification code or phone number with anyone.', 'no'], ['Third parties may not sell your phone number, but they may use it.', 'unsure'], ['It is not true that we never share your phone number.', 'unsure'],
  ['By opting in you agree that we may share your phone number with our partners.', 'no'], ['Unless you opt out, we share your mobile number with third parties for marketing.', 'no'], ['You can tell us not to share your number with our partners.', 'no'],
  ['We reserve the right to sell mobile numbers.', 'no'], ['We do not share your number with third parties, but our affiliates may receive it.', 'no'], ['We never share your phone number without telling you.', 'unsure'], ['We use your number to sell our courses. We never share your phone number.', 'yes'],
  ['We use cookies, and we do not share your mobile number.', 'yes'],
  ['We do not use cookies and we share your number with our partners.', 'no'], ['We do not sell your number but share it with partners.', 'no'], ['We never spam; we sell phone numbers to advertisers.', 'no'],
  ['If you do not object, we share your mobile number with third parties.', 'no'], ['We not only share your number with partners but sell it.', 'no'], ['No matter what, your number is shared with affiliates.', 'no'],
  ['We do not share your number except with our marketing partners.', 'no'], ['We do not sell your number and may share it with third parties.', 'no'], ['We do not share your mobile number. We share your number with advertisers.', 'no'],
  ['Do you share my phone number? Yes.', 'no'], ['Mobile information will be shared with third parties for marketing purposes.', 'no'],
  ['We do not share cookies.', 'no'], ['You may not share your password or phone number.', 'no'], ['We do not use your mobile number to sell you things.', 'no'], ['We do not like spam. We keep your data.', 'no'],
  ['We never sell or share your personal information.', 'unsure'], ['We do not share your mobile number without your consent.', 'unsure'], ['We cannot guarantee that your number will not be shared.', 'unsure'], ['We may share your number.', 'unsure'], ['We share your number with third parties that deliver the messages.', 'unsure'], ['We share your number with third-party service providers. We never sell mobile numbers.', 'yes'],
]

for (const [text, said] of privacy)
  test(`a privacy page with “${text}” says ${said}`, () => {
    assert.equal(readPrivacy(`About you. ${text} Write to us.`)[0]?.said, said)
  })

const saidIn = (text: string) => readTerms(text).flatMap(({ what, said }) => (said === 'yes' ? what : []))

// biome-ignore format: a table, a line for each
const terms: [what: string, right: string[], wrong: string[]][] = [
  ['how often they come', ['4 msgs/month', 'Up to 4 msgs per month.', 'Message frequency varies.', 'Msg freq varies', 'You get two texts a week.', 'We text you up to 4 times per month by SMS, and text messages come 2 times a week.', 'Recurring messages, 5 messages monthly', 'The number of messages varies.', 'Max. 4 SMS / mo.', 'Message volume varies.', 'No more than 4 messages per calendar month.', 'Up to 5 txts/month', 'Messages will be sent weekly.', 'One message per request', 'You will get one message.', 'We text you every Monday.', '4msgs/mo', 'Expect 1-3 texts a month.', 'Weekly texts.'], ['We send text messages.', 'We meet once a month.', 'Once upon a time we wrote messages by hand.', 'Our monthly meeting is about SMS.', 'We send recurring automated messages.']],
  ['that message and data rates may apply', ['Message and data rates may apply.', 'Msg & data rates may apply', 'Carrier charges may apply', 'Standard messaging charges apply.', 'Your operator may charge you for messages.', 'You may be charged by your mobile provider.', 'Your mobile carrier may bill you for each message.', 'Charges for text messages depend on your plan.', 'We charge no fees for messages, but your carrier may charge you.', 'Charges may be applied by your carrier', 'You are responsible for any message and data fees', 'Msg+data rates may apply'], ['Bank fees may apply to payments with your mobile.', 'Interest rates may apply.', 'Message and data rates do not apply.', 'No carrier charges apply.', 'We rate our messages highly.']],
  ['HELP', ['Reply HELP for help.', 'Text help to 12345.', 'Reply "help".', 'Reply with the word Help', 'REPLY HELP FOR HELP', 'Txt HELP 4 help', 'HELP for help'], ['We help you.', 'WE HELP YOU', 'HELP is not available', 'For help, write to us.', 'The keyword HELP is not supported.']],
  ['STOP', ['Reply STOP to cancel.', 'Reply Help for help, Stop to cancel.', 'To end, text Stop.', 'Send “stop”.', 'REPLY STOP TO CANCEL', 'by texting the word STOP', 'Answer Stop at any time.', 'STOP to end', 'Reply Help or Stop'], ['We never stop.', 'DON’T STOP', 'STOP is ignored', 'Reply HELP for help or stop to cancel', 'STOP does not work here.']],
  ['what the text messages are about', ['We send text messages about the training.', 'SMS programme: news.', 'We text you reminders.'], ['We send news by mail.', 'We never text you.', 'No SMS.', 'We do not send text messages.']],
  ['a contact', ['hello@brand.example', 'Call +1 (201) 555-0123', 'help (at) brand.example'], ['Write to us.', 'GST 12345 6789 RT0001', 'Of 2026-01-01', 'Since 2019', '© 2019-2026 Brand', 'Company no. 12345678']],
]

for (const [what, right, wrong] of terms)
  test(`the terms are read for ${what}`, () => {
    for (const text of right) assert.ok(saidIn(text).includes(what), text)
    for (const text of wrong) assert.ok(!saidIn(text).includes(what), text)
  })

test('a page is read by its blocks, with letters as they are shown, and without what is not', () => {
  const html = `<html><head><title>Share</title></head><body><h1>Privacy</h1><p>We don&rsquo;t&nbsp;<b>share</b> it.<script>sell()</script></p>
    <p>We never:</p><ul><li>sell your mobile number</li><li>share it</li></ul><p>Write <a href="mailto:a@b.example">us</a></p></body></html>`
  assert.equal(
    readPage(html),
    'Privacy\nWe don’t share it.\nWe never:\nWe never sell your mobile number\nWe never share it\nWrite a@b.example us',
  )
})

test('a page takes no more than linear time, whatever it says', () => {
  const pieces = [
    'we do not share ',
    'text ',
    'messages ',
    'once ',
    '<script>',
    '<li>',
    'your data ',
    'not, and we ',
    '1 (',
    'no rates ',
  ]
  for (const read of [readPrivacy, readTerms, readPage]) assertLinear(read, pieces)
})

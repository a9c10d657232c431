import { isDeepStrictEqual } from 'node:util'
import { writeCsv } from '../../../desk/core/csv.ts'
import { leadListSchema } from '../../../desk/core/lead.ts'
import { openForm } from '../../kit/post-form.ts'
import { createRandom } from '../../kit/random.ts'
import { startApp } from '../../kit/start-app.ts'
import { makeSubmission } from '../../kit/submission.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import { noneOf, tell, unmet } from '../harness/figure.ts'
import { startBackend } from '../harness/start-backend.ts'

/**
 * Runs in the copy of the project. Posts the form with the new fields and the new country. Then it checks both in all
 * places where a lead is shown.
 */
const company = 'Analytical Engines'
const role = 'Programmer'
const random = createRandom(4)
await using backend = await startBackend('recipes')
await using app = await startApp(process.cwd(), backend.env)
const post = await openForm({ pageUrl: app.origin }, random)
const submission = makeSubmission(random, { countryCode: 'NZ' as 'US', phone: '021 123 4567' })
const tooLong = await post(submission, { fields: { company: 'x'.repeat(201), role } })
const withoutRole = await post(submission, { fields: { company, role: '' } })
const { outcome } = await post(submission, { fields: { company, role } })
const [row] = await backend.query<{ country_code: string; phone_e164: string; extra: object }>(
  'select country_code, phone_e164, extra from private.lead_submissions where email = $1',
  [submission.email],
)
let mail = ''
await waitUntil('the email to the owner has arrived', 60_000, async () => {
  mail = (await backend.mails()).find(({ to }) => to.includes('owner@example.com'))?.raw ?? ''
  return mail !== ''
})
const [list] = await backend.query<{ answer: unknown }>('select desk.list_leads() as answer')
const pages = (async function* () {
  yield leadListSchema.parse(list?.answer).leads
})()
const csv = (await Array.fromAsync(writeCsv(pages))).join('')
const faults = {
  'a field that is too long': {
    'it is named': tooLong.outcome === 'invalid',
    'what was typed is kept': tooLong.body.includes('x'.repeat(201)),
  },
  'an empty required field': {
    'it is named': withoutRole.outcome === 'invalid' && withoutRole.body.includes('Please enter your role.'),
    'the browser asks for it': /<input[^>]*required=""[^>]*name="role"/.test(withoutRole.body),
  },
  'the lead': {
    'it is accepted': outcome === 'success',
    'its country is stored': row?.country_code === 'NZ',
    'its number is one of that country': row?.phone_e164 === '+64211234567',
    'its fields are stored': isDeepStrictEqual(row?.extra, { company, role }),
  },
  'the email to the owner': {
    'it has the field': mail.includes(`Company: ${company}`),
    'it has the country': mail.includes('New Zealand'),
  },
  'the CSV': {
    'it has the column': /(^|,)"?Company"?,/.test(csv.split('\n')[0] ?? ''),
    'it has the field': csv.includes(company),
  },
}
tell(
  'a lead with a new field from a new country',
  Object.entries(faults).map(([what, expected]) => noneOf(`faults of ${what}`, unmet(expected))),
)

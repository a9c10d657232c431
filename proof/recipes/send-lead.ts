import { writeCsv } from '../../desk/core/csv.ts'
import { leadListSchema } from '../../desk/core/lead.ts'
import { openForm } from '../../tests/kit/post-form.ts'
import { createRandom } from '../../tests/kit/random.ts'
import { startApp } from '../../tests/kit/start-app.ts'
import { makeSubmission } from '../../tests/kit/submission.ts'
import { waitUntil } from '../../tests/kit/wait-until.ts'
import { createReport, unmet } from '../harness/report.ts'
import { startBackend } from '../harness/start-backend.ts'

type Summary = { ID: string; To: { Address: string }[] }

/** Runs in the copy: posts its form with the new field and the new country, and follows both through the house. */
const company = 'Analytical Engines'
const random = createRandom(4)
const backend = await startBackend('recipes')
const app = await startApp(process.cwd(), backend.env)
const { tell, end } = createReport()
try {
  const post = await openForm({ pageUrl: app.origin }, random)
  const submission = makeSubmission(random, { countryCode: 'NZ' as 'US', phone: '021 123 4567' })
  const tooLong = await post(submission, { fields: { company: 'x'.repeat(201) } })
  tell(
    'a field that is too long',
    unmet({
      'it is named': tooLong.outcome === 'invalid',
      'what was typed is kept': tooLong.body.includes('x'.repeat(201)),
    }),
  )
  const { outcome } = await post(submission, { fields: { company } })
  const [row] = await backend.query<{ country_code: string; phone_e164: string; extra: object }>(
    'select country_code, phone_e164, extra from public.lead_submissions where email = $1',
    [submission.email],
  )
  tell(
    'the lead',
    unmet({
      'it is accepted': outcome === 'success',
      'its country is stored': row?.country_code === 'NZ',
      'its number is one of that country': row?.phone_e164 === '+64211234567',
      'its field is stored': JSON.stringify(row?.extra) === JSON.stringify({ company }),
    }),
  )
  let mail = ''
  await waitUntil('the mail to the owner has arrived', 60_000, async () => {
    const { messages } = await (await fetch(`${backend.inboxUrl}/api/v1/messages`)).json()
    const id = messages.find((message: Summary) => message.To[0]?.Address === 'owner@example.com')?.ID
    mail = await (await fetch(`${backend.inboxUrl}/api/v1/message/${id}/raw`)).text()
    return id !== undefined
  })
  tell(
    'the mail to the owner',
    unmet({
      'it has the field': mail.includes(`Company: ${company}`),
      'it has the country': mail.includes('New Zealand'),
    }),
  )
  const [list] = await backend.query<{ answer: unknown }>('select desk.list_leads() as answer')
  const csv = (
    await Array.fromAsync(
      writeCsv(
        (async function* () {
          yield leadListSchema.parse(list?.answer).leads
        })(),
      ),
    )
  ).join('')
  tell(
    'the CSV',
    unmet({
      'it has the column': /"?company"?/.test(csv.split('\n')[0] ?? ''),
      'it has the field': csv.includes(company),
    }),
  )
} finally {
  await app.stop()
  await backend.stop()
}
end()

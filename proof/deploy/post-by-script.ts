import { type Answer, answerTo, formOf } from '../../tests/kit/answer.ts'
import { actionId, visitorFields } from '../../tests/kit/post-form.ts'
import type { Submission } from '../../tests/kit/submission.ts'

/** Calls the server action of a page as its scripts do: in React's encoding the fields follow under the form's number. */
export async function postByScript(pageUrl: string, submission: Submission): Promise<Answer> {
  const typed = Object.entries(visitorFields(submission)).map(([name, value]): [string, string] => [
    `_1_${name}`,
    value,
  ])
  const body = formOf([...typed, ['0', JSON.stringify(['$K1'])]])
  const headers = {
    'next-action': await actionId({ pageUrl }),
    accept: 'text/x-component',
    referer: pageUrl,
    origin: new URL(pageUrl).origin,
    'x-forwarded-for': '203.0.113.1',
  }
  return answerTo(pageUrl, { headers, body }, (status, body) =>
    status === 200 && body.includes('"status":"sent"') ? 'success' : 'wrong',
  )
}

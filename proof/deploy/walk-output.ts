import { answerTo } from '../harness/answer.ts'
import { openForm } from '../harness/post-form.ts'
import { createRandom } from '../harness/random.ts'
import { makeSubmission } from '../harness/submission.ts'
import { postByScript } from './post-by-script.ts'
import type { startBackend } from './start-backend.ts'
import { startOutput } from './start-output.ts'
import type { Variables } from './vercel-cli.ts'

type Backend = Awaited<ReturnType<typeof startBackend>>
const random = createRandom(1)

/** Visits the functions of an output with and without scripts, on a backend; lists what does not hold. */
export async function walkFaults(output: string, variables: Variables, backend: Backend): Promise<string[]> {
  const pair = { SUPABASE_URL: backend.url, SUPABASE_SECRET_KEY: backend.secretKey }
  const functions = await startOutput(output, { ...variables, ...pair })
  try {
    const { pageUrl } = functions
    const page = await answerTo(pageUrl, { method: 'GET' }, (status) =>
      status === 200 ? 'success' : 'wrong',
    )
    const submissions = { native: makeSubmission(random), 'by script': makeSubmission(random) }
    const native = await (await openForm({ pageUrl }, random))(submissions.native)
    const byScript = await postByScript(pageUrl, submissions['by script'])
    const faults = Object.entries({ 'GET /': page, 'native post': native, 'post by script': byScript })
      .filter(([, { outcome }]) => outcome !== 'success')
      .map(([name, { status, body }]) => `${name}: ${status} ${body.slice(0, 200)} ${functions.log()}`)
    if (!/script-src [^;]*'nonce-/.test(`${native.headers['content-security-policy']}`))
      faults.push('native post: no policy with a nonce')
    for (const [name, { email }] of Object.entries(submissions))
      if (!(await backend.isStored(email))) faults.push(`${name}: not stored`)
    return faults
  } finally {
    await functions.stop()
  }
}

/** Posts twice to the functions of a preview that has no backend; lists what does not hold. */
export async function faultsWithoutBackend(output: string): Promise<string[]> {
  const functions = await startOutput(output, { VERCEL_ENV: 'preview' })
  try {
    const post = await openForm(functions, random)
    const answers = [await post(makeSubmission(random)), await post(makeSubmission(random))]
    return [
      ...answers
        .filter(({ outcome }) => outcome !== 'retryable')
        .map(({ outcome }) => `a post was ${outcome}`),
      ...(/lead_not_sent.*SUPABASE_URL is missing; SUPABASE_SECRET_KEY is missing/.test(functions.log())
        ? []
        : [`the log says ${functions.log()}`]),
    ]
  } finally {
    await functions.stop()
  }
}

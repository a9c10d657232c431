import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Answer, answerTo } from '../../kit/answer.ts'
import { actionCall, actionId, openForm, visitorFields } from '../../kit/post-form.ts'
import { createRandom } from '../../kit/random.ts'
import { makeSubmission, type Submission } from '../../kit/submission.ts'
import { unmet } from '../harness/figure.ts'
import type { Backend } from '../harness/start-backend.ts'

export type Variables = Record<string, string>

const random = createRandom(1)

/**
 * Starts the functions of a Vercel build with a backend. Visits the page twice, once with scripts and once without.
 * Lists what was not as expected.
 */
export async function walkFaults(output: string, variables: Variables, backend: Backend): Promise<string[]> {
  await using functions = await startOutput(output, { ...variables, ...backend.env })
  const { pageUrl } = functions
  const page = await answerTo(pageUrl, { method: 'GET' })
  const [first, second] = [makeSubmission(random), makeSubmission(random)]
  const native = await (await openForm({ pageUrl }, random))(first)
  const byScript = await postByScript(pageUrl, second)
  const stored = [await backend.stored(first.email), await backend.stored(second.email)]
  const isPreview = variables.VERCEL_ENV === 'preview'
  return [
    ...Object.entries({ 'GET /': page, 'native post': native, 'post by script': byScript })
      .filter(([, { outcome }]) => outcome !== 'success')
      .map(([name, { status, body }]) => `${name}: ${status} ${body.slice(0, 200)} ${functions.log()}`),
    ...unmet({
      'the native post is answered with a nonce': /script-src [^;]*'nonce-/.test(
        `${native.headers['content-security-policy']}`,
      ),
      'both leads are stored': stored.every(Boolean),
      'the leads of previews alone are marked': stored.every((row) => row?.preview === isPreview),
    }),
  ]
}

/** Posts twice to the functions of a preview build that has no backend. Lists what was not as expected. */
export async function faultsWithoutBackend(output: string): Promise<string[]> {
  await using functions = await startOutput(output, { VERCEL_ENV: 'preview' })
  const post = await openForm(functions, random)
  const answers = [await post(makeSubmission(random)), await post(makeSubmission(random))]
  const reason = /lead_not_sent.*SUPABASE_URL is missing; SUPABASE_SECRET_KEY is missing/
  return unmet({
    [`both posts can be tried again: ${answers.map(({ outcome }) => outcome)}`]: answers.every(
      ({ outcome }) => outcome === 'retryable',
    ),
    [`the log says why: ${functions.log()}`]: reason.test(functions.log()),
  })
}

/** Calls the server action in the same way as the scripts of the page. */
async function postByScript(pageUrl: string, submission: Submission): Promise<Answer> {
  const { origin } = new URL(pageUrl)
  const headers = {
    accept: 'text/x-component',
    referer: pageUrl,
    origin,
    'x-forwarded-for': random.address(),
  }
  const call = actionCall(await actionId({ pageUrl }), visitorFields(submission), headers)
  return answerTo(pageUrl, call, (status, body) =>
    status === 200 && body.includes('"status":"sent"') ? 'success' : 'wrong',
  )
}

/**
 * Starts the built functions outside the project, where they cannot find the packages of the project. If they do not
 * start, it throws an error that contains their log.
 */
async function startOutput(output: string, variables: Variables) {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'))
  cpSync(join(output, 'functions'), folder, { recursive: true, verbatimSymlinks: true })
  const { PATH = '' } = process.env
  const child = fork(join(import.meta.dirname, 'serve-output.ts'), [folder, join(output, 'static')], {
    env: { PATH, NODE_ENV: 'production', VERCEL: '1', ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (log += text))
  const ended = once(child, 'exit')
  const ends = ended.then(() => Promise.reject(new Error(`The functions ended: ${log}`)))
  const [pageUrl] = await Promise.race([once(child, 'message'), ends])
  return {
    pageUrl: String(pageUrl),
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

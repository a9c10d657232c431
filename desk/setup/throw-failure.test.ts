import assert from 'node:assert/strict'
import { test } from 'node:test'
import { throwFailure } from './throw-failure.ts'

// What the CLIs printed when the API answered with this status.
const rows: [printed: string, sentence: RegExp][] = [
  ['unexpected list organizations status 401: {"message":"Unauthorized"}', /Sign in again/],
  ['Unexpected error setting project secrets: {"message":"Forbidden resource"}', /lacks the rights/],
  [
    'unexpected list organizations status 403: {"message":"Missing","missing_permissions":["database_read","database_write"]}',
    /lacks the right database_read, database_write\. It cannot be changed/,
  ],
  [
    'Deploying example/training\nError: Not authorized\nContact Support: https://vercel.link/help',
    /lacks the rights/,
  ],
  [
    'Deploying example/training\nError: Could not retrieve Project Settings. To link your Project, remove the `.vercel` directory and deploy again.',
    /lacks the rights/,
  ],
  ['Unexpected error setting project secrets: {"message":"Conflict"}', /exists already/],
  ['Unexpected error: {"message":"ThrottlerException: Too Many Requests"}', /Too many requests/],
  ['Error: You have been creating deployments at a very fast pace. Please slow down.', /Too many requests/],
  ['Unexpected error setting project secrets: {"message":"Internal server error"}', /has a fault/],
  ['failed to set secrets: TransportError', /has a fault/],
  ['Error: fetch failed', /has a fault/],
  [
    'Your Vercel CLI version is outdated. This endpoint requires version 47.2.2 or later.',
    /Pull the newest version of this project/,
  ],
  ['{"error":{"code":"ENV_CONFLICT","message":"Already exists"}} (400)', /Remove it in Vercel/],
]
for (const [stderr, sentence] of rows)
  test(`says what to do about: ${stderr.split('\n').at(-1)}`, () => {
    assert.throws(
      () => throwFailure('the call', { code: 1, stdout: '', stderr, isLate: false }, (text) => text),
      sentence,
    )
  })

test('no secret is told of what a program printed', () => {
  const answer = { code: 1, stdout: 'key=sb_secret_1', stderr: 'Forbidden: sb_secret_1', isLate: false }
  const mask = (text: string) => text.replaceAll('sb_secret_1', '•••')
  assert.throws(
    () => throwFailure('the call', answer, mask),
    ({ message }: Error) => message.includes('Forbidden: •••') && !message.includes('sb_secret_1'),
  )
})

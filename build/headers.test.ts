import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expectedHeaders, expectedPagePolicy } from '../tests/kit/expected-headers.ts'
import { securityHeaders } from './headers.ts'

const rules = securityHeaders(["'sha256-script'"], ["'sha256-style'"], 'https://youtu.be/aqz-KE-bpKQ', false)
const headersOf = (index: number) =>
  Object.fromEntries((rules[index]?.headers ?? []).map(({ key, value }) => [key, value]))

test('every answer has the headers that keep other sites out', () => {
  assert.equal(rules[0]?.source, '/:path*')
  assert.deepEqual(headersOf(0), expectedHeaders)
})

test('the policy allows what the page is made of, and nothing else', () => {
  const policy = expectedPagePolicy(" 'sha256-script'", " 'sha256-style'", ' https://i.ytimg.com')
  assert.equal(headersOf(3)['Content-Security-Policy'], policy)
  assert.deepEqual(headersOf(4), headersOf(3))
})

test('a preview is kept from search engines', () => {
  const [preview] = securityHeaders([], [], '', true)
  assert.deepEqual(preview?.headers.at(-1), { key: 'X-Robots-Tag', value: 'noindex' })
})

test('Google’s evaluator is certain of no weakness in the policy', () => {
  const policy = headersOf(3)['Content-Security-Policy'] ?? ''
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
  const certain = findings.filter(({ severity }) => severity <= Severity.MEDIUM)
  assert.deepEqual(
    certain.map(({ directive, description }) => `${directive}: ${description}`),
    [],
  )
})

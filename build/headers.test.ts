import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { expectedHeaders, expectedPagePolicy } from '../tests/kit/expected-headers.ts'
import { securityHeaders } from './headers.ts'

const rules = securityHeaders(["'sha256-script'"], 'https://youtu.be/aqz-KE-bpKQ', false)
const headersOf = ({ headers }: Pick<(typeof rules)[number], 'headers'> = { headers: [] }) =>
  Object.fromEntries(headers.map(({ key, value }) => [key, value]))
const strict = rules.map(headersOf).filter((headers) => 'Content-Security-Policy' in headers)

test('every answer has the headers that keep other sites out', () => {
  assert.equal(rules[0]?.source, '/:path*')
  assert.deepEqual(headersOf(rules[0]), expectedHeaders)
})

test('the policy allows what the page is made of, and nothing else', () => {
  const policy = expectedPagePolicy(" 'sha256-script'", ' https://i.ytimg.com')
  assert.deepEqual(strict, Array(2).fill({ 'Content-Security-Policy': policy }))
})

test('other sites may show the pictures of link previews and emails, and nothing else', () => {
  const shown = rules.filter((rule) => headersOf(rule)['Cross-Origin-Resource-Policy'] === 'cross-origin')
  assert.deepEqual(
    shown.map(({ source }) => source),
    ['/social.jpg', '/icon-512.png', '/poster.jpg'],
  )
})

test('a preview is kept from search engines', () => {
  const [preview] = securityHeaders([], '', true)
  assert.deepEqual(preview?.headers.at(-1), { key: 'X-Robots-Tag', value: 'noindex' })
})

test('Google’s evaluator is certain of no weakness in the policy', () => {
  const policy = strict[0]?.['Content-Security-Policy'] ?? ''
  const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
  const certain = findings.filter(({ severity }) => severity <= Severity.MEDIUM)
  assert.deepEqual(
    certain.map(({ directive, description }) => `${directive}: ${description}`),
    [],
  )
})

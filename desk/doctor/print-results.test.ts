import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printResults } from './print-results.ts'
import type { Result } from './result.ts'
import type { Target } from './target.ts'

test('what others wrote cannot control the terminal, nor begin a line that GitHub reads as a command', (t) => {
  const lines: string[] = []
  t.mock.method(console, 'log', (text: string) => lines.push(...text.split('\n')))
  const planted = 'v=spf1\u001b]0;pwned\u0007\u001b[2K\r\n::error::planted'
  const results: Result[] = (['ok', 'fault', 'unseen'] as const).map((status) => ({
    ...{ check: `spf ${status}`, status, sentence: `The record is ${planted}.`, todo: `Remove ${planted}.` },
  }))
  printResults({ isLocal: false, pageUrl: `https://a.example/${planted}` } as Target, results)
  const own = /\p{Cc}\[\d+m/gu
  assert.deepEqual(
    lines.filter((line) => /\p{Cc}|^\s*::/u.test(line.replaceAll(own, ''))),
    [],
  )
  assert.match(lines.join('\n'), /u\{1b\}/)
})

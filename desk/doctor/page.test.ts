import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPage } from './page.ts'
import { readTarget } from './target.ts'

const url = 'https://training.example/'

/** What the doctor says of the policy of a page with this HTML. */
async function faultsOf(html: string): Promise<string> {
  const page = { url, status: 200, headers: new Headers(), redirected: false, text: `<!--$-->${html}` }
  const site = { records: [], page, uncached: page, unencrypted: page, outcome: '', build: '0' }
  const target = readTarget({ SITE_URL: url })
  const results = await checkPage({ ...target, sender: { ...target.sender, links: [] } }, site)
  return results.flatMap(({ check, sentence }) => (check === 'policy' ? [sentence] : [])).join('\n')
}

test('scripts that are started late are seen however their type is quoted, and other blocks are no scripts', async () => {
  for (const type of ['"3f2a-text/javascript"', "'3f2a-text/javascript'", 'text/psajs', '"text/partytown"'])
    assert.match(await faultsOf(`<script type=${type} src="/a.js">`), /starts the scripts .* late/, type)
  for (const type of [
    'module',
    '"module"',
    "'text/javascript'",
    '""',
    '"speculationrules"',
    'importmap',
    '"application/json"',
  ])
    assert.doesNotMatch(await faultsOf(`<script type=${type} src="/a.js">`), /late/, type)
})

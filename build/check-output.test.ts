import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkOutput } from './check-output.ts'
import { hintCompilation } from './compile-hint.ts'
import { securityHeaders } from './headers.ts'
import { variantRewrites } from './variant-routes.ts'

const html =
  '<script src="/a.js"></script><script type="application/ld+json">{}</script><script data-at-once="">run()</script>'
const hash = `'sha256-${createHash('sha256').update('run()').digest('base64')}'`

/** Writes the output of a build, and runs one of the last build steps on it. */
function look(
  step: (distDir: string) => unknown,
  { headers = securityHeaders([], '', false), page = html, script = '', variants = [] as string[] },
) {
  const beforeFiles = variantRewrites(['control', ...variants])
  const folder = mkdtempSync(join(tmpdir(), 'check-output-'))
  try {
    for (const path of ['server/app', 'static/chunks']) mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(
      join(folder, 'routes-manifest.json'),
      JSON.stringify({ headers, rewrites: { beforeFiles } }),
    )
    writeFileSync(join(folder, 'server/app/index.html'), page)
    writeFileSync(join(folder, 'static/chunks/a.js'), script)
    step(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const headers = securityHeaders([hash], '', false)
const video = 'https://videos.example.com/training.mp4?key=a&version=2'
const check = (distDir: string) => checkOutput(distDir, [video, 'sb_secret_'])

test('an output with the policy of its pages is accepted', () => {
  look(check, { headers })
})

test('an output without a policy, or with half of it, stops the build', () => {
  for (const wrong of [undefined, headers.slice(0, -1)])
    assert.throws(() => look(check, { headers: wrong }), /has no policy for the pages/)
})

test('an inline script that the policy forbids, or a page without any, stops the build', () => {
  for (const page of [`${html}<script nonce="a">unknown()</script>`, ''])
    assert.throws(() => look(check, { headers, page }), /has no policy for the pages/)
})

test('a rewrite to a variant that was not built stops the build', () => {
  assert.throws(
    () => look(check, { headers, variants: ['short'] }),
    /Found no prerendered page .*\/variants\/short\.html/,
  )
})

test('a build without a large script stops', () => {
  assert.throws(() => look(hintCompilation, { script: '1' }), /Found no large script/)
})

test('Next does not build without build/run.ts, which makes the policy', async () => {
  const { default: config } = await import(new URL('../next.config.mjs', import.meta.url).href)
  assert.throws(() => config.generateBuildId(), /npm run build/)
})

test('a page or a script that contains the address of the gated video or a key stops the build', () => {
  for (const leak of [video, video.replace('&', '&amp;'), video.replace('&', '\\u0026'), 'sb_secret_abc'])
    for (const place of [{ page: html + leak }, { script: leak }])
      assert.throws(() => look(check, { headers, ...place }), /contains the address of the gated video/, leak)
})

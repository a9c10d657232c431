import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { outputFaults } from './output-faults.ts'

const script = "'sha256-a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s='"
const headers = { 'Content-Security-Policy': `script-src ${script}` }
const deferred = '<template data-deferred=""><script src="/_next/a.js" async=""></script></template>'
const atOnce = '<script data-at-once="">1</script>'
const page = `<head>${deferred}</head><dialog></dialog>${atOnce}`
const megabyte = 'x'.repeat(1e6)
const right: Record<string, string> = {
  'config.json': JSON.stringify({ routes: [{ headers }, { src: '/', headers }] }),
  'functions/index.prerender-fallback.html': page,
  'functions/_not-found.prerender-fallback.html': atOnce,
  'functions/_global-error.prerender-fallback.html': '<p>Error</p>',
  'static/404.html': atOnce,
  'static/500.html': '<p>Error</p>',
  'functions/index.func/.next/server.js': megabyte,
  'functions/answer.func/.next/server.js': megabyte,
  'functions/_middleware.func/.next/server.js': megabyte,
}

function faultsWith(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'output-faults-'))
  try {
    for (const [file, text] of Object.entries({ ...right, ...files })) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    return outputFaults(folder, { secrets: ['sb_secret_x'], query: '', isPreview: false, pages: 5 })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('an output as it should be has no fault', () => {
  assert.deepEqual(faultsWith({}), [])
})

const index = 'functions/index.prerender-fallback.html'
const wrong: [string, Record<string, string>][] = [
  ['1 routes have a policy', { 'config.json': JSON.stringify({ routes: [{ headers }] }) }],
  [
    'X-Robots-Tag is wrong',
    {
      'config.json': JSON.stringify({
        routes: [{ headers }, { headers }, { headers: { 'X-Robots-Tag': 'noindex' } }],
      }),
    },
  ],
  ['6 pages', { 'static/other.html': page }],
  ['the policy blocks <script data-at-once="">2</script>…', { [index]: page.replace('>1<', '>2<') }],
  ['the policy blocks <style>p{}</style>…', { [index]: `<style>p{}</style>${page}` }],
  ['the policy blocks its style attributes', { 'static/500.html': '<p style="top:0">Error</p>' }],
  ['1 scripts are not deferred', { [index]: `${page}<script src="/_next/b.js"></script>` }],
  ['0 deferred scripts', { [index]: page.replace(deferred, '') }],
  ['1 deferred scripts', { 'static/404.html': page.replace('<dialog></dialog>', '') }],
  ['asks for /_next/a.js?dpl=1', { [index]: page.replace('a.js', 'a.js?dpl=1') }],
  ['holds a secret', { 'functions/index.func/.next/env.js': 'sb_secret_x' }],
  ['index.func: 5.00 MB', { 'functions/index.func/.next/server.js': megabyte.repeat(5) }],
  ['index.func: 0.00 MB', { 'functions/index.func/.next/server.js': '' }],
]

for (const [fault, files] of wrong) {
  test(`the check finds: ${fault}`, () => {
    const [found, ...others] = faultsWith(files)
    assert.ok(found?.endsWith(fault), found)
    assert.deepEqual(others, [])
  })
}

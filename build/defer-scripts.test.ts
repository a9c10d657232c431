import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { deferScripts } from './defer-scripts.ts'

const chunk = (name: string) => `<script src="/_next/static/chunks/${name}" async=""></script>`
const flight = '<script id="_R_">start()</script><script>self.__next_f.push([1,"x"])</script>'
const kept =
  '<dialog></dialog><script type="application/ld+json">{}</script><script data-at-once="">(function(){})()</script><script src="/tool.js" async="" data-at-once=""></script>'

/** A build with one page. Returns the rewritten page and the names of the chunks. */
function defer(html: string, file = 'server/app/index.html', isPrerendered = true) {
  const folder = mkdtempSync(join(tmpdir(), 'defer-scripts-'))
  try {
    for (const path of ['server/app', 'server/pages', 'static/chunks'])
      mkdirSync(join(folder, path), { recursive: true })
    if (isPrerendered)
      writeFileSync(join(folder, 'server/app/index.html'), `<head></head>${kept}${chunk('a.js')}`)
    writeFileSync(join(folder, file), html)
    deferScripts(folder)
    const names = readdirSync(join(folder, 'static/chunks'))
    return {
      page: readFileSync(join(folder, file), 'utf8'),
      chunks: new Map(names.map((name) => [name, readFileSync(join(folder, 'static/chunks', name), 'utf8')])),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('scripts, their preloads and their stylesheets wait in a template; what runs at once and data stay', () => {
  const preload = '<link rel="preload" as="script" fetchPriority="low" href="/a.js"/>'
  const sheet = '<link rel="stylesheet" href="/toasts.css" data-precedence="toaster"/>'
  const { page, chunks } = defer(
    `<head>${preload}${sheet}${chunk('a.js')}</head><body><p>Hi</p>${kept}${flight}</body>`,
  )
  const [[name, text] = []] = chunks
  assert.equal(
    page,
    `<head><template data-deferred="">${sheet}${chunk(`${name}`)}${chunk('a.js')}</template></head><body><p>Hi</p>${kept}</body>`,
  )
  assert.match(`${text}`, /^start\(\);\n.*push/s)
})

test('the file of the inline scripts is named by its content and takes over the query of its neighbours', () => {
  const page = (text: string) => `<head></head>${kept}${chunk('a.js?dpl=7')}<script>${text}</script>`
  const names = ['one', 'one', 'two'].map((text) => [...defer(page(text)).chunks.keys()].join())
  assert.equal(names[0], names[1])
  assert.notEqual(names[1], names[2])
  assert.match(defer(page('one')).page, new RegExp(`/_next/static/chunks/${names[0]}\\?dpl=7`))
})

test('the texts of the loader and the stylesheet are blank in the file of the inline scripts', () => {
  const loader = '(()=>{a<b&&c("d “e”")})()'
  const css = '.p-1\\.5>a{content:"x"}'
  const data = '["T15,(()=\\u003e{a\\u003cb\\u0026\\u0026c(\\"d “e”\\")})()"]'
  const sheet = '["T15,.p-1\\\\.5\\u003ea{content:\\"x\\"}"]'
  const html = `<head><style>${css}</style></head><dialog></dialog><script data-at-once="">${loader}</script>${chunk('a.js')}<script>push(${data},${sheet},${sheet})</script>`
  const { page, chunks } = defer(html)
  assert.ok(page.includes(loader) && page.includes(css))
  const blank = (text: string) => `["T15,${' '.repeat(Buffer.byteLength(text))}"]`
  assert.deepEqual([...chunks.values()], [`push(${blank(loader)},${blank(css)},${blank(css)})`])
})

test('polyfills for old browsers are dropped', () => {
  const polyfill = '<script src="/_next/static/chunks/old.js" noModule=""></script>'
  assert.doesNotMatch(defer(`<head>${polyfill}</head>${kept}${chunk('a.js')}${flight}`).page, /old\.js/)
})

test('the page of a failed server is plain HTML without style attributes, which the policy would block', () => {
  const html = `<html id="__next_error__"><head></head><p style="top:0">Error</p>${chunk('a.js')}${flight}`
  for (const file of ['server/app/_global-error.html', 'server/pages/500.html']) {
    const { page } = defer(html, file)
    assert.match(page, /Reload the page/)
    assert.doesNotMatch(page, / style=|<script/)
  }
})

test('a page without the dialog has only the scripts that run at once, also in the copy that a host serves by itself', () => {
  const atOnce = '<script data-at-once="">log()</script>'
  const html = `<head>${chunk('a.js')}</head>${atOnce}${flight}`
  for (const file of ['server/app/_not-found.html', 'server/pages/404.html'])
    assert.equal(defer(html, file).page, `<head></head>${atOnce}`)
})

test('the build stops if a part that must be rewritten is missing', () => {
  assert.throws(() => defer('', 'server/pages/404.html', false), /Found no prerendered page/)
  assert.throws(() => defer(`<head></head>${kept}`), /Found no scripts to defer/)
  assert.throws(() => defer(`<head></head><dialog></dialog>${chunk('a.js')}`), /Found no loader/)
  assert.throws(() => defer(`${kept}${chunk('a.js')}`), /Found no head/)
})

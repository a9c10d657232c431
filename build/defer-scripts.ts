import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { moveStyleAttributes } from './move-style-attributes.ts'
import { prerenderedPages } from './prerendered-pages.ts'

/** Every script but data and those that say themselves that they run at once. */
const scripts = /<script(?![^>]*(?:data-at-once|ld\+json))([^>]*)>(.*?)<\/script>/gs
const stylesheets = /<link rel="stylesheet"[^>]*>/g
const scriptPreloads = /<link rel="preload" as="script"[^>]*>/g

/**
 * Takes everything that runs scripts out of the prerendered pages of a build. On a page with the dialog it puts that, with
 * the stylesheets that only scripts need, into a template in the head, from where the loader (components/loader) brings it
 * into the document; inline scripts, the flight data among them, go into a file named by its content. Every other page is
 * plain HTML. Throws when there is nothing to defer, or no loader that would bring it back.
 */
export function deferScripts(distDir: string): void {
  for (const page of prerenderedPages(distDir)) {
    const html = readFileSync(page, 'utf8')
    const plain = html.replaceAll(scripts, '').replaceAll(stylesheets, '').replaceAll(scriptPreloads, '')
    if (!plain.includes('<dialog')) {
      writeFileSync(page, moveStyleAttributes(plain))
      continue
    }
    if (!plain.includes('data-at-once')) throw new Error(`Found no loader in ${page}`)
    const deferred = plain.replace('</head>', () => `${template(html, page, distDir)}</head>`)
    if (deferred === plain) throw new Error(`Found no head in ${page}`)
    writeFileSync(page, deferred)
  }
}

function template(html: string, page: string, distDir: string): string {
  const found = [...html.matchAll(scripts)].map(([, attributes = '', text = '']) => ({ attributes, text }))
  // The polyfills are for browsers that are too old to run the loader.
  const files = found.flatMap(({ attributes }) =>
    /noModule/i.test(attributes) ? [] : (/ src="([^"]+)"/.exec(attributes)?.[1] ?? []),
  )
  const [chunk] = files
  if (!chunk) throw new Error(`Found no scripts to defer in ${page}`)

  const inline = found.map(({ text }) => text).filter(Boolean)
  const flight = writeChunk(distDir, blankLoader(inline.join(';\n'), html))
  // The same folder and the same query (skew protection) as its neighbours. They may run in any order, for React starts
  // with the file of the inline ones. React recognises its own tags by `async`.
  const tags = [chunk.replace(/[^/?]+\.js/, flight), ...files].map(
    (src) => `<script src="${src}" async=""></script>`,
  )
  const styles = html.match(stylesheets) ?? []
  return `<template data-deferred="">${styles.join('')}${tags.join('')}</template>`
}

/**
 * Puts blanks in place of the loader's text in the flight data: it has run by then, and React does not look at it. As many,
 * since the data name its length; they compress to nothing.
 */
function blankLoader(flight: string, html: string): string {
  const [, loader = ''] = /<script[^>]*data-at-once[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  // As the framework writes it: a string within JSON, with no character that could end a script element.
  const written = JSON.stringify(loader)
    .slice(1, -1)
    .replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return written ? flight.replace(written, ' '.repeat(loader.length)) : flight
}

function writeChunk(distDir: string, text: string): string {
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`
  writeFileSync(`${distDir}/static/chunks/${name}`, text)
  return name
}

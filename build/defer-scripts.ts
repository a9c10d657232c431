import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { prerenderedPages } from './prerendered-pages.ts'

/** Every script but data and those that say themselves that they run at once. */
const scripts = /<script(?![^>]*(?:data-at-once|ld\+json))([^>]*)>(.*?)<\/script>/gs
const stylesheets = /<link rel="stylesheet"[^>]*>/g
const scriptPreloads = /<link rel="preload" as="script"[^>]*>/g

/**
 * Takes everything that runs scripts out of the prerendered pages of a build and puts it, with the stylesheets that only
 * scripts need, into a template in the head, from where the loader (components/loader) brings it into the document.
 * Inline scripts, the flight data among them, go into a file named by its content. A page without the loader, the one for
 * a failed server, stays plain HTML. Throws when there is nothing to defer.
 */
export function deferScripts(distDir: string): void {
  for (const page of prerenderedPages(distDir)) {
    const html = readFileSync(page, 'utf8')
    const found = [...html.matchAll(scripts)].map(([, attributes = '', text = '']) => ({ attributes, text }))
    // The polyfills are for browsers that are too old to run the loader.
    const files = found.flatMap(({ attributes }) =>
      /noModule/i.test(attributes) ? [] : (/ src="([^"]+)"/.exec(attributes)?.[1] ?? []),
    )
    const [chunk] = files
    if (!chunk) throw new Error(`Found no scripts to defer in ${page}`)

    const inline = found.map(({ text }) => text).filter(Boolean)
    const flight = writeChunk(distDir, inline.join(';\n'))
    // The same folder and the same query (skew protection) as its neighbours. They may run in any order, for React starts
    // with the file of the inline ones. React recognises its own tags by `async`.
    const tags = [chunk.replace(/[^/?]+\.js/, flight), ...files].map(
      (src) => `<script src="${src}" async=""></script>`,
    )
    const styles = html.match(stylesheets) ?? []
    const template = `<template data-deferred="">${styles.join('')}${tags.join('')}</template>`

    const plain = html.replaceAll(scripts, '').replaceAll(stylesheets, '').replaceAll(scriptPreloads, '')
    const hasLoader = plain.includes('data-at-once')
    writeFileSync(page, hasLoader ? plain.replace('</head>', () => `${template}</head>`) : plain)
  }
}

function writeChunk(distDir: string, text: string): string {
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.js`
  writeFileSync(`${distDir}/static/chunks/${name}`, text)
  return name
}

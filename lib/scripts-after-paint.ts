import { globSync, readFileSync, writeFileSync } from 'node:fs'

const script = /<script src="[^"]+" async=""><\/script>/g
const preload = /<link rel="preload" as="script"[^>]*>/g

/** For browsers without invoker commands (Safari before 26.2, Firefox before 144); with them it changes nothing. */
const earlyTap =
  'document.querySelector(".play")?.addEventListener("click",()=>document.querySelector("dialog").showModal());'

/** A page in the background paints nothing, so there they load at once. */
const loader =
  '{let{content}=document.currentScript.previousSibling,load=()=>document.head.append(content);document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}'

/**
 * Has the prerendered pages of a build ask for their scripts after the first paint, so that on a slow phone these take
 * neither bandwidth nor processor from the text and the poster. Until then HTML alone opens the dialog and posts the form.
 * Throws when a page has no such scripts.
 */
export function loadScriptsAfterPaint(distDir: string): void {
  for (const page of globSync(`${distDir}/server/app/**/*.html`)) {
    const html = readFileSync(page, 'utf8')
    const scripts = html.match(script)?.join('')
    if (!scripts) throw new Error(`Found no scripts in ${page}`)
    const rest = html.replaceAll(script, '').replaceAll(preload, '')
    const late = `<template>${scripts}</template><script>${earlyTap}${loader}</script>`
    writeFileSync(page, rest.replace('</body>', `${late}</body>`))
  }
}

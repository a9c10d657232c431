import { measuredChromiumPath } from '../../e2e/chromium.ts'

export function benchChromium(): string {
  const path = measuredChromiumPath()
  if (path) return path
  throw new Error('There is no Chromium; run npx playwright install chromium, or set CHROME_PATH.')
}

/** The command line of Chromium: no background work of its own, and every other host resolves to the stub. */
export function chromiumFlags(stubPort: number): string[] {
  return [
    '--headless=new',
    // Chromium's sandbox does not run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-extensions',
    '--no-first-run',
    '--mute-audio',
    '--force-color-profile=srgb',
    '--ignore-certificate-errors',
    `--host-resolver-rules=MAP * 127.0.0.1:${stubPort}, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
  ]
}

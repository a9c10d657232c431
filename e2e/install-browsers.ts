import { spawnSync } from 'node:child_process'
import { findEngine } from './engines/engines.ts'

/**
 * The Debian packages to install for each engine and its codecs. Chromium is not among them, because it comes with
 * the npm packages.
 */
const packages = {
  firefox: 'firefox-esr ffmpeg',
  webkit: 'webkit2gtk-driver gstreamer1.0-libav xvfb',
} as const

for (const engine of ['firefox', 'webkit'] as const) {
  const installers = [
    `playwright install --with-deps ${engine}`,
    `apt-get update && apt-get install -y --no-install-recommends ${packages[engine]}`,
  ]
  for (const command of installers) {
    if (await findEngine(engine)) break
    console.log(`No ${engine} found, trying: ${command}`)
    spawnSync(command, { shell: true, stdio: 'inherit', timeout: 300_000 })
  }
  if (!(await findEngine(engine))) {
    console.error(
      `There is no ${engine} to test with. Install it with “npx playwright install --with-deps ${engine}”, or on Debian ` +
        `with “apt-get install ${packages[engine]}”.`,
    )
    process.exitCode = 1
  }
}

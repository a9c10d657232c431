import { spawnSync } from 'node:child_process'
import { type Engine, engineNames, findEngine } from './engines/engines.ts'

/** The Debian packages that contain each engine and its codecs. */
const packages: Record<Engine, string> = {
  chromium: 'chromium-headless-shell',
  firefox: 'firefox-esr ffmpeg',
  webkit: 'webkit2gtk-driver gstreamer1.0-libav xvfb',
}

for (const engine of engineNames) {
  const installers = [
    `playwright install --with-deps ${engine}`,
    `apt-get update && apt-get install -y --no-install-recommends ${packages[engine]}`,
  ]
  for (const command of installers) {
    if (findEngine(engine)) break
    console.log(`No ${engine} found, trying: ${command}`)
    spawnSync(command, { shell: true, stdio: 'inherit', timeout: 300_000 })
  }
  if (!findEngine(engine)) {
    console.error(
      `There is no ${engine} to test with. Install it with “npx playwright install --with-deps ${engine}”, or on Debian ` +
        `with “apt-get install ${packages[engine]}”. CHROMIUM_PATH sets the path of a Chromium elsewhere.`,
    )
    process.exitCode = 1
  }
}

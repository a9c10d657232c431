import { spawnSync } from 'node:child_process'
import { chromiumPath } from './chromium.ts'

const installers = [
  'playwright install --with-deps chromium',
  'apt-get update && apt-get install -y --no-install-recommends chromium',
]

for (const command of installers) {
  if (chromiumPath()) break
  console.log(`No Chromium found, trying: ${command}`)
  spawnSync(command, { shell: true, stdio: 'inherit', timeout: 300_000 })
}
if (!chromiumPath()) {
  console.error('No Chromium to test with. Install one and set CHROMIUM_PATH to it.')
  process.exit(1)
}

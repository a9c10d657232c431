import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { chromium, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { testDistDir } from '../../../build/dist-dir.ts'
import { chromiumArgs, chromiumPath } from '../../../e2e/chromium.ts'
import { dialog, playButton, player, submitButton } from '../../../e2e/test.ts'
import { hasWebFont } from '../../../e2e/web-font.ts'
import { ignoreEnvFiles } from '../../../lib/load-env-files.ts'
import { type Env, settingsEnv } from '../../../local/settings.ts'
import { startStack } from '../../../local/stack.ts'
import { withKey } from '../../../machine/desk-key.ts'
import { buildSite } from '../../kit/copy-project.ts'
import { testSettings } from '../../kit/test-settings.ts'
import { Film } from './film.ts'

// Makes the pictures of README.md: the page, its dialog, the desk with the people of `npm run seed`, and a visit.
const root = path.join(import.meta.dirname, '../../..')
const fileOf = (name: string) => path.join(root, 'docs/pictures', `${name}.webp`)
const env: Env = { NEXT_DIST_DIR: testDistDir }
ignoreEnvFiles(env as NodeJS.ProcessEnv)
const settings = await testSettings(env)
buildSite(root)
execFileSync(process.execPath, ['local/seed.ts'], {
  cwd: root,
  env: settingsEnv(settings) as NodeJS.ProcessEnv,
})
const stack = await startStack(settings, { log: () => {} })
try {
  await using browser = await chromium.launch({ executablePath: await chromiumPath(), args: chromiumArgs })
  const open = async (url: string, width: number, height: number) => {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
    await page.goto(url)
    return page
  }
  await film(await open(`http://localhost:${settings.pagePort}`, 1440, 900))
  const desk = await open(withKey(settings.deskPort, settings.deskKey), 1280, 800)
  await save(await desk.screenshot({ animations: 'disabled' }), 'desk')
} finally {
  await stack.stop()
  await rm(settings.dataDir, { recursive: true })
}

/** Films a visit: the page, the dialog that is filled in, and the video. Takes the pictures of the first two. */
async function film(page: Page) {
  await expect.poll(() => hasWebFont(page)).toBe(true)
  const take = new Film(page)
  await save(await page.screenshot(), 'page')
  await take.hold(1_200)
  await take.point(playButton(page))
  await playButton(page).click()
  await dialog(page).waitFor()
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  await take.hold(700)
  const fields = { 'Full name': 'Ada Lovelace', Email: 'ada@example.com', Phone: '(201) 555-0123' }
  for (const [label, value] of Object.entries(fields)) {
    await take.point(page.getByLabel(label), 2)
    await page.getByLabel(label).click()
    for (const part of value.match(/.{1,3}/g) ?? []) {
      await page.keyboard.type(part)
      await take.hold(120)
    }
  }
  await take.point(page.getByRole('checkbox'), 3)
  await page.getByRole('checkbox').check()
  await save(await page.screenshot(), 'dialog')
  await take.hold(500)
  await take.point(submitButton(page), 3)
  await submitButton(page).click()
  await take.hold(300)
  await page.getByText('Success!').waitFor()
  await player(page).evaluate((video: HTMLVideoElement) => video.play())
  for (let frame = 0; frame < 6; frame++) {
    // The film shows the video at this distance of time.
    await page.waitForTimeout(350)
    await take.hold(frame < 5 ? 450 : 2_000)
  }
  await take.save(fileOf('visit'))
}

async function save(picture: Buffer, name: string) {
  const { size } = await sharp(picture).webp({ quality: 88, smartSubsample: true }).toFile(fileOf(name))
  console.info(`docs/pictures/${name}.webp  ${Math.round(size / 1000)} KB`)
}

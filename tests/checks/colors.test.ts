import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { colorTokens } from '../../build/write-colors.ts'
import { colors } from '../../supabase/functions/_shared/colors.ts'
import { composeMail } from '../../supabase/functions/send-lead-email/mail/compose.ts'
import { lightColors } from '../../supabase/functions/send-lead-email/mail/light-colors.ts'
import { sampleEmail } from '../sql/sample-email.ts'

const project = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(project, file))
const hexColors = (text: string) => text.match(/#[\da-f]{6}\b/g) ?? []

/** Counts how many pixels of a picture have each colour. */
async function pixels(picture: Buffer): Promise<Map<string, number>> {
  const bytes = await sharp(picture).removeAlpha().raw().toBuffer()
  const counts = new Map<string, number>()
  for (let at = 0; at < bytes.length; at += 3) {
    const color = `#${bytes.toString('hex', at, at + 3)}`
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return counts
}

test('the stylesheet has the colours of the theme; `npm run format` writes it', () => {
  assert.equal(read('components/ui/colors.css').toString(), colorTokens())
})

test('the page has no colour of its own', () => {
  const styles = globSync('{app,components,site}/**/*.{css,tsx}', {
    cwd: project,
    exclude: ['components/ui/colors.css'],
  })
  assert.deepEqual(
    styles.filter((file) => /#[\da-f]{6}\b|rgb\(/.test(read(file).toString())),
    [],
  )
})

for (const [kind, email] of Object.entries({
  visitor: sampleEmail({ kind: 'visitor' }),
  owner: sampleEmail({ phone_e164: null }),
})) {
  test(`the ${kind}’s email has the brand’s colours, and its own light ones`, () => {
    const used = new Set(hexColors(composeMail({ siteUrl: 'https://example.com' })(email).html))
    const allowed = new Set<string>([...Object.values(colors), ...Object.values(lightColors)])
    assert.deepEqual([...used.difference(allowed)], [])
    assert.ok(used.has(colors.primary) && used.has(colors.background))
  })
}

test('no source file repeats a colour of the brand', () => {
  const sources = globSync('{app,components,lib,site,supabase/functions}/**/*.{ts,tsx,css}', { cwd: project })
  const repeats = sources.filter((file) => {
    const used = new Set(hexColors(read(file).toString()))
    return Object.values(colors).some((color) => used.has(color))
  })
  assert.deepEqual(repeats.sort(), ['components/ui/colors.css', 'site/colors.ts'])
})

test('the vector icon is drawn in ink on the accent', () => {
  assert.deepEqual(hexColors(read('public/icon.svg').toString()), [colors.primary, colors.background])
})

/** The picture in an icon. */
const pictureIn = (icon: Buffer) => sharp(icon.subarray(icon.indexOf('\x89PNG', 'latin1')))

const drawn = ['icon-512.png', 'apple-touch-icon.png', 'favicon.ico']

test('make-icons.ts draws each of the other icons anew, in its size', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'icons-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const tool = 'build/icons/make-icons.ts'
  for (const file of [tool, 'supabase/functions/_shared/colors.ts', 'site/colors.ts', 'public/icon.svg'])
    cpSync(join(project, file), join(folder, file))
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(project, name), join(folder, name))
  execFileSync(process.execPath, [join(folder, tool)])
  assert.deepEqual(readdirSync(join(folder, 'public')).sort(), ['icon.svg', ...drawn].sort())
  for (const file of drawn) {
    const [made, kept] = await Promise.all(
      [folder, project].map((root) => pictureIn(readFileSync(join(root, 'public', file))).metadata()),
    )
    assert.deepEqual([made?.width, made?.height], [kept?.width, kept?.height], file)
  }
})

for (const file of drawn) {
  test(`${file} is drawn in ink on the accent`, async () => {
    const [ground, mark] = [...(await pixels(await pictureIn(read(`public/${file}`)).toBuffer()))]
      .sort(([, a], [, b]) => b - a)
      .map(([color]) => color)
    assert.deepEqual([ground, mark], [colors.primary, colors.background])
  })
}

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { openTerminal } from '../../tests/kit/open-terminal.ts'
import { readOperatorFile } from './operator-file.ts'
import { digestOfText, readSiteFile, writeSiteFile } from './site-file.ts'
import { askForSite } from './site-questions.ts'

const root = path.join(import.meta.dirname, '../..')

/** Copies what the function is made of into a folder of its own. */
function copySite() {
  const folder = mkdtempSync(path.join(tmpdir(), 'site-'))
  for (const name of ['site', 'supabase', 'lib', 'build', 'desk/setup', 'package.json'])
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

const load = (folder: string, file: string) =>
  import(`${pathToFileURL(path.join(folder, 'site', file)).href}?${Math.random()}`)

test('the answers are written into site/, once, and a new brand gets texts of its own', async () => {
  using copy = copySite()
  const { folder } = copy
  const brand = 'Ada & “Sons” $& `x`'
  const typed = [
    ...[brand, 'Ada Ltd', '1 Main Street, Springfield', 'at home', 'hello@ada.example'],
    ...['ada.example/terms', 'none', 'https://cal.example/ada'],
  ]
  const { terminal, end, printed } = openTerminal(typed, /: $/)
  const before = readFileSync(
    path.join(folder, 'supabase/functions/send-lead-email/source-digest.ts'),
    'utf8',
  )
  await askForSite({ folder, env: {} }, terminal, false)
  end()
  assert.match(await printed, /neither an email address nor a phone number/)

  const { consentText, consentTexts } = await load(folder, 'consent-texts.ts')
  assert.ok(consentText.includes(` from ${brand} about`), consentText)
  assert.ok(consentTexts['2026-11-23'].includes(' from Brand Scalers '), 'a text that was shown stays')
  const { confirmationTexts, confirmationVersion } = await load(folder, 'confirmation-texts.ts')
  assert.ok(confirmationTexts[confirmationVersion].includes(` from ${brand} `))
  assert.match(confirmationVersion, new RegExp(`${digestOfText(confirmationTexts[confirmationVersion])}$`))
  const { sender } = await load(folder, 'sender.ts')
  assert.deepEqual(sender, {
    ...{ legalName: 'Ada Ltd', postalAddress: '1 Main Street, Springfield', contact: 'hello@ada.example' },
    links: [
      { text: 'Terms', href: 'https://ada.example/terms' },
      { text: 'Privacy', href: undefined },
    ],
  })
  assert.equal((await load(folder, 'next-step.ts')).nextStepCopy.href, 'https://cal.example/ada')
  assert.deepEqual({ ...readOperatorFile(`${folder}/operator.env`) }, { PRIVACY_LINK: 'none' })
  assert.notEqual(
    readFileSync(path.join(folder, 'supabase/functions/send-lead-email/source-digest.ts'), 'utf8'),
    before,
    'the function is deployed again',
  )

  const again = openTerminal([], /: $/)
  const written = readFileSync(path.join(folder, 'site/operator.ts'), 'utf8')
  assert.deepEqual(await askForSite({ folder, env: {} }, again.terminal, false), [])
  assert.equal(readFileSync(path.join(folder, 'site/operator.ts'), 'utf8'), written)
})

test('each new name adds a version, and an old name that comes back is shown again', () => {
  using copy = copySite()
  const { folder } = copy
  const name = (brand: string, day: string) => writeSiteFile(folder, { ...readSiteFile(folder), brand }, day)
  name('Brand Scalers', '2026-12-01')
  assert.deepEqual(readSiteFile(folder).consentTexts, {}, 'the texts of the project name it already')
  name('Ada', '2026-12-01')
  name('Bob', '2026-12-02')
  name('Bob', '2026-12-03')
  name('Ada', '2026-12-04')
  const texts = Object.entries(readSiteFile(folder).consentTexts)
  assert.deepEqual(
    texts.map(([version, text]) => [version.slice(0, 10), / from (\w+) /.exec(text)?.[1]]),
    [
      ['2026-12-01', 'Ada'],
      ['2026-12-02', 'Bob'],
      ['2026-12-04', 'Ada'],
    ],
  )
})

test('where nobody sits, only variables count, and a plan writes nothing', async () => {
  using copy = copySite()
  const { folder } = copy
  const before = readFileSync(path.join(folder, 'site/operator.ts'), 'utf8')
  const nobody = openTerminal([], /: $/, false).terminal
  assert.deepEqual(await askForSite({ folder, env: {} }, nobody, false), [])
  await askForSite({ folder, env: { BRAND: 'Ada' } }, nobody, true)
  assert.equal(readFileSync(path.join(folder, 'site/operator.ts'), 'utf8'), before)
  await assert.rejects(
    () => askForSite({ folder, env: { TERMS_URL: 'http://ada.example' } }, nobody, false),
    /TERMS_URL: .*https/,
  )
  await askForSite({ folder, env: { BRAND: 'Ada' } }, nobody, false)
  assert.equal((await load(folder, 'brand.ts')).brand, 'Ada')
})

test('whoever stops at a question about themselves keeps the answers before it', async () => {
  using copy = copySite()
  const { folder } = copy
  // Ctrl-C
  const { terminal, end } = openTerminal(['Ada', 'Ada Ltd', '\u0003'], /: $/)
  await assert.rejects(askForSite({ folder, env: {} }, terminal, false), /Stopped\. Run it again/)
  end()
  const { brand, legalName, postalAddress } = readSiteFile(folder)
  assert.deepEqual([brand, legalName, postalAddress], ['Ada', 'Ada Ltd', undefined])
})

test('a plan names the questions that are open, and writes nothing', async () => {
  using copy = copySite()
  const { terminal, end, printed } = openTerminal([], /never/)
  const before = readFileSync(path.join(copy.folder, 'site/operator.ts'), 'utf8')
  assert.deepEqual(await askForSite({ folder: copy.folder, env: { BRAND: 'Ada' } }, terminal, true), [
    'brand',
  ])
  end()
  assert.match(
    await printed,
    /would ask about you\n {4}The legal name[\s\S]* {4}The address where visitors book/,
  )
  assert.doesNotMatch(await printed, /name of your brand/)
  assert.equal(readFileSync(path.join(copy.folder, 'site/operator.ts'), 'utf8'), before)
})

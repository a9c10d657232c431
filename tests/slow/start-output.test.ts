import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { before, test } from 'node:test'
import { settingsEnv } from '../../local/settings.ts'
import { copyProject } from '../kit/copy-project.ts'
import { testSettings } from '../kit/test-settings.ts'

let folder: string
// With other ports the address of the site would differ, and the page would have to be built anew.
let settings: Awaited<ReturnType<typeof testSettings>>
before(async () => {
  folder = copyProject('start')
  settings = await testSettings()
})

test('npm start builds the page once, and says in about ten lines what it does and where everything is', async () => {
  const { output } = await npmStart('Ctrl-C')
  assert.match(output, /Building the page.*The page .*Its emails .*The desk .*Ctrl-C/s)
  const lines = output.split('\n').filter((line) => line.trim() && !line.startsWith('npm '))
  assert.ok(lines.length <= 10, output)
  const again = await npmStart('Ctrl-C')
  assert.match(again.output, /The page is built already.*The page .*Ctrl-C/s)
  assert.doesNotMatch(again.output, /Building/)
})

test('npm start shows what the build said when it fails', async () => {
  const logo = path.join(folder, 'site/logo.tsx')
  await writeFile(logo, `${await readFile(logo, 'utf8')}<svg>`)
  const { code, output } = await npmStart()
  assert.match(output, /Building the page.*components\/ui\/logo\.tsx:\d+:/s)
  assert.doesNotMatch(output, /The page/)
  assert.equal(code, 1)
})

/**
 * Runs `npm start` in the copy until it ends. If `until` is given, it presses Ctrl-C as soon as the output contains
 * that text.
 */
async function npmStart(until?: string) {
  const env = settingsEnv(settings) as NodeJS.ProcessEnv
  // The child gets a process group of its own, as in a terminal. Ctrl-C then reaches the whole group.
  const child = spawn('npm', ['start'], { cwd: folder, env, detached: true })
  let output = ''
  let isEnding = false
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
      if (until && output.includes(until) && child.pid && !isEnding) {
        isEnding = true
        process.kill(-child.pid, 'SIGINT')
      }
    })
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
}

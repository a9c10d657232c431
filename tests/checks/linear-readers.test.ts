import '../kit/resolve-as-next.ts'
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { assertLinear } from '../kit/assert-linear.ts'
import { root } from './documents.ts'

/** Where texts of strangers are read: visitors, senders of text messages, mail servers, hosts and DNS. */
const rooms = [
  'supabase/functions/_shared/*.ts',
  'supabase/functions/send-lead-email/{,texts,mail,mail-events,webhook}/*.ts',
  'lib/{lead,funnel,server,video}/*.ts',
  'desk/{core,doctor}/*.ts',
]
/** An exported function that takes one text, whatever optional arguments follow. */
const reader =
  /^export (?:function (\w+)\(|const (\w+) = \()\s*\w+: string(?: \| undefined)?,?(?:\s*\w+(?:\?:|[^=,()]* =)[^,()]*)*\)/gm
/** These build what takes requests, and ask other machines or write to the log. */
const isBuilder = (name: string) => /^(?:create|connect|call|log)[A-Z]|^nobody$/.test(name)

const found = globSync(rooms, { cwd: root })
  .filter((file) => !/\.test\.ts$|\/(?:index|server-app)\.ts$/.test(file))
  .flatMap((file) => {
    const names = [...readFileSync(`${root}/${file}`, 'utf8').matchAll(reader)].map(
      ([, declared, constant]) => declared ?? constant ?? '',
    )
    return names.filter((name) => !isBuilder(name)).map((name) => ({ file, name }))
  })

test('the readers of texts are found', () => {
  const names = found.map(({ name }) => name)
  for (const name of ['meaningOf', 'ownWords', 'toWords', 'subjectText', 'readCampaign', 'parseVideoSource'])
    assert.ok(names.includes(name), name)
})

for (const { file, name } of found)
  test(`${name} of ${file} reads a text in linear time`, async () => {
    const { [name]: read } = (await import(`${root}/${file}`)) as Record<string, (text: string) => unknown>
    assert.ok(read)
    assertLinear((text) => {
      try {
        read(text)
      } catch {
        // A text that is refused is read, too.
      }
    })
  })

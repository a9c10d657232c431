import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { read, root } from './documents.ts'

const documents = globSync(['*.md', '{.github,docs,tests}/*.md'], { cwd: root }).sort()

const anchors = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

for (const file of documents) {
  test(`${file}: every link leads to a file and a heading`, () => {
    for (const [, target = ''] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(target)) continue
      const [name = '', anchor] = target.split('#')
      const linked = name ? path.join(path.dirname(file), name) : file
      assert.ok(existsSync(path.join(root, linked)), `${linked} does not exist`)
      if (anchor) assert.ok(anchors(linked).includes(anchor), `${linked} has no heading #${anchor}`)
    }
  })

  test(`${file}: every path of this repository exists`, () => {
    const names = /`((?:app|build|components|desk|e2e|lib|local|proof|supabase|tests)\/[\w./[\]-]*\w\/?)`/g
    for (const [, name = ''] of read(file).matchAll(names))
      assert.ok(existsSync(path.join(root, name)), `${name} does not exist`)
  })
}

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/postcss'
import * as esbuild from 'esbuild'
import postcss from 'postcss'
import { type ElementType, createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { read, root } from './documents.ts'

// Somebody may add more components from the registry of shadcn (https://ui.shadcn.com/docs). These tests check that
// our components have what the new ones rely on.

/** The exports that other components in the registry import. They are listed for each file in components/ui. */
const expectedExports = {
  badge: ['Badge', 'badgeVariants'],
  button: ['Button', 'buttonVariants'],
  card: ['Card', 'CardAction', 'CardContent', 'CardDescription', 'CardFooter', 'CardHeader', 'CardTitle'],
  checkbox: ['Checkbox'],
  dialog: [
    'DialogClose',
    'DialogContent',
    'DialogDescription',
    'DialogFooter',
    'DialogHeader',
    'DialogTitle',
    'DialogTrigger',
  ],
  field: ['Field', 'FieldDescription', 'FieldError', 'FieldLabel'],
  input: ['Input'],
  label: ['Label'],
  'native-select': ['NativeSelect', 'NativeSelectOptGroup', 'NativeSelectOption'],
  table: [
    'Table',
    'TableBody',
    'TableCaption',
    'TableCell',
    'TableFooter',
    'TableHead',
    'TableHeader',
    'TableRow',
  ],
}

const tokens = [
  'background foreground card card-foreground popover popover-foreground primary primary-foreground secondary',
  'secondary-foreground muted muted-foreground accent accent-foreground destructive border input ring',
].flatMap((line) => line.split(' '))

/** The modules in components/ui under their names, compiled for Node. */
const modules: Record<string, Record<string, unknown>> = {}

before(async () => {
  for (const name of Object.keys(expectedExports)) {
    const outfile = path.join(root, `node_modules/.cache/components/${name}.mjs`)
    await esbuild.build({
      entryPoints: [path.join(root, `components/ui/${name}.tsx`)],
      outfile,
      bundle: true,
      packages: 'external',
      alias: { '@': root },
      jsx: 'automatic',
      format: 'esm',
      platform: 'node',
    })
    modules[name] = await import(pathToFileURL(outfile).href)
  }
})

const component = (file: string, name: string) => modules[file]?.[name] as ElementType
const classesOf = (html: string) => /class="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? []

/** Compiles the styles of the page, as if a component on the page used these classes. */
async function compile(...classes: string[]) {
  const css = `${read('app/globals.css')}\n@source inline("${classes.join(' ')}");`
  return (
    await postcss([tailwind({ optimize: false })]).process(css, { from: path.join(root, 'app/globals.css') })
  ).css
}

for (const [file, names] of Object.entries(expectedExports))
  test(`components/ui/${file}.tsx exports what shadcn's does`, () => {
    assert.deepEqual(Object.keys(modules[file] ?? {}).sort(), names)
  })

for (const variant of ['default', 'destructive', 'outline', 'secondary', 'ghost', 'link'])
  test(`a button and a badge of the variant ${variant} have a look of their own`, () => {
    for (const [file, name] of [
      ['button', 'Button'],
      ['badge', 'Badge'],
    ] as const) {
      const look = (props: object) =>
        classesOf(renderToStaticMarkup(h(component(file, name), props))).join(' ')
      const known = look({ variant })
      assert.notEqual(known, look({ variant: 'unknown' }))
      if (variant !== 'default') assert.notEqual(known, look({}))
    }
  })

test('a class of the caller replaces the one that it contradicts', () => {
  const classes = classesOf(
    renderToStaticMarkup(h(component('button', 'Button'), { className: 'px-1 hidden' })),
  )
  assert.ok(classes.includes('px-1') && classes.includes('hidden'))
  assert.ok(!classes.includes('px-4') && !classes.includes('inline-flex'))
})

test('a link in a button has its look, even if another part has named the slot', () => {
  const link = h('a', { href: '/', 'data-slot': 'dropdown-menu-trigger' })
  const html = renderToStaticMarkup(h(component('button', 'Button'), { asChild: true }, link))
  assert.match(html, /^<a [^>]*data-slot="dropdown-menu-trigger"/)
  assert.ok(classesOf(html).includes('bg-primary'))
})

test('a file in the registry’s own format passes the linter', () => {
  const file = `"use client"

import * as React from "react"

import { cn } from "@/lib/utils"

function Note({ className, ...props }: React.ComponentProps<"div">) {
  return <div role="note" data-slot="note" className={cn("border", className)} {...props} />
}

export { Note }
`
  const biome = spawnSync(
    'node_modules/.bin/biome',
    ['check', '--write', '--unsafe', '--stdin-file-path=components/ui/note.tsx'],
    { cwd: root, input: file, encoding: 'utf8' },
  )
  // If the linter found anything wrong, it would change the file.
  assert.equal(biome.stdout, file)
})

test('every token has a light and a dark value and is a colour of Tailwind', async () => {
  const colors = read('components/ui/colors.css')
  const declared = (selector: string) =>
    [
      ...(new RegExp(`^${selector} \\{(.*?)^\\}`, 'ms').exec(colors)?.[1] ?? '').matchAll(/--([\w-]+): #/g),
    ].map(([, name]) => name)
  assert.deepEqual(declared(':root,\\n\\.paper').sort(), [...tokens].sort())
  assert.deepEqual(declared('\\.dark').sort(), [...tokens].sort())
  const css = await compile(...tokens.map((token) => `fill-${token}`))
  for (const token of tokens)
    assert.match(css, new RegExp(`\\.fill-${token} \\{\\s*fill: var\\(--${token}\\)`))
})

test('the utilities of the registry do what Tailwind says', async () => {
  const css = await compile(
    'hidden',
    'border',
    'shadow-md',
    'animate-spin',
    'gap-y-0.5',
    'dark:ring-2',
    'data-[state=open]:flex',
    'grid-cols-[calc(var(--spacing)*4)_1fr]',
    'has-[>svg]:gap-3',
    'ring-ring/50',
    'data-[side=bottom]:translate-y-1',
    'max-h-(--radix-select-content-available-height)',
  )
  assert.match(css, /\.hidden \{\s*display: none/)
  assert.match(css, /\.border \{\s*border-style: var\(--tw-border-style\);\s*border-width: 1px/)
  assert.match(css, /\.shadow-md \{[^}]*box-shadow: /)
  assert.match(css, /\.animate-spin \{\s*animation: spin[^}]*\}/)
  assert.match(css, /@keyframes spin/)
  assert.match(css, /--spacing: 0\.25rem/)
  assert.match(css, /\.dark\\:ring-2[^}]*:is\(\.dark \*\)/)
  assert.match(css, /:has\(\s*>\s*svg\) \{\s*gap: /)
  assert.match(css, /--tw-ring-color: color-mix\([^)]*var\(--ring\) 50%/)
  assert.match(css, /\[data-side="bottom"\] \{\s*--tw-translate-y: /)
  assert.match(css, /max-height: var\(--radix-select-content-available-height\)/)
  assert.match(css, /\[data-state="open"\] \{\s*display: flex/)
})

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Variant } from '../../../site/variants.ts'

const variants: Variant[] = [
  {
    name: 'no-degree',
    copy: { hero: { headline: { start: 'No degree, just', accent: 'paying clients', tail: '& a plan' } } },
  },
  { name: 'prompt', copy: { videoPrompt: 'Press play' } },
]

/** What a visitor must see. It is the beginning of the headline and of the text on the play button. */
export type Tried = { name: string; headline: string; prompt: string; address: string }

const control = { headline: 'From broke college kid', prompt: 'Click to Watch Free Training' }

/** The variants. Visitors with the given IP address get the variant. */
export const tried: Tried[] = [
  { name: 'control', ...control, address: '203.0.113.9' },
  { name: 'no-degree', ...control, headline: 'No degree, just', address: '203.0.113.10' },
  { name: 'prompt', ...control, prompt: 'Press play', address: '2001:db8:2:ff::1' },
]

/** Adds the variants to a copy of the project, as an operator would. */
export function configure(folder: string): void {
  const file = join(folder, 'site/variants.ts')
  const list = (of: Variant[]) => `readonly Variant[] = ${JSON.stringify(of)}`
  writeFileSync(file, readFileSync(file, 'utf8').replace(list([]), list(variants)))
}

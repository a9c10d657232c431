import { writeFileSync } from 'node:fs'
import { colors, paperColors } from '../supabase/functions/_shared/colors.ts'

const file = new URL('../components/ui/colors.css', import.meta.url)

const declare = (tokens: Record<string, string>) =>
  Object.entries(tokens)
    .map(
      ([name, value]) => `  --${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};\n`,
    )
    .join('')

/** site/colors.ts as tokens of shadcn/ui. */
export const colorTokens = (): string =>
  `/* Made of site/colors.ts by npm run format. Edit the colours there. */
:root,
.paper {
${declare(paperColors)}}

.dark {
${declare(colors)}}
`

if (import.meta.main) writeFileSync(file, colorTokens())

import { colors } from '../../supabase/functions/_shared/colors.ts'

export const baseStyles = `
  :root { color-scheme: light dark; --ground: light-dark(${colors.foreground}, ${colors.background}); --sheet: light-dark(#fffdf8, ${colors.muted});
    --raised: light-dark(#efeae0, ${colors.card}); --line: light-dark(#ddd6c8, ${colors.border}); --ink: light-dark(${colors.muted}, ${colors.foreground});
    --quiet: light-dark(#595c66, ${colors.mutedForeground}); --accent: light-dark(#7a4b00, ${colors.primary}); --danger: light-dark(#a3261a, ${colors.destructive});
    --edge: light-dark(#14161d33, #000c); --good: light-dark(#1c6b3c, #7bd3a0); --wait: light-dark(#7a4b00, ${colors.primary});
    font: 15px/1.5 system-ui, sans-serif }
  * { box-sizing: border-box }
  body { margin: 0; background: var(--ground); color: var(--ink) }
  h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere }
  a { color: var(--accent) }
  code { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .875em }
  .quiet { color: var(--quiet) }
  dt { color: var(--quiet) }
  dd { margin: 0; overflow-wrap: anywhere }
  .bar { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: baseline; padding: .9rem 1rem;
    border-bottom: 1px solid var(--line); background: var(--sheet) }
  .bar strong { margin-inline-end: auto }
  .bar nav { display: flex; flex-wrap: wrap; gap: 0 1.25rem }
  .bar a { color: inherit; text-decoration: none; padding: .25rem 0; border-bottom: 2px solid transparent }
  .bar a:hover { border-color: var(--line) }
  .bar a[aria-current] { border-color: var(--accent); font-weight: 600 }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px }`

import { colors } from '../../supabase/functions/_shared/colors.ts'

export const fontPath = '/host-grotesk.woff2'

/** The desk's colours (desk/web/server/desk.css), light or dark by the browser's setting. */
export const styles = `
  @font-face { font-family: 'Host Grotesk'; font-weight: 300 800; font-display: swap; src: url(${fontPath}) format('woff2') }
  :root { color-scheme: light dark; --ground: light-dark(#faf8f4, ${colors.background}); --sheet: light-dark(#fff, ${colors.card});
    --raised: light-dark(#f2eee5, ${colors.border}); --line: light-dark(#e5e0d6, ${colors.border}); --ink: light-dark(${colors.muted}, ${colors.foreground});
    --quiet: light-dark(#595c66, ${colors.mutedForeground}); --accent: light-dark(#a86200, ${colors.primary});
    font: 15px/1.5 'Host Grotesk', system-ui, sans-serif }
  * { box-sizing: border-box }
  body { display: grid; grid-template: auto 1fr / minmax(16rem, 24rem) 1fr; height: 100dvh; margin: 0; background: var(--ground);
    color: var(--ink) }
  a { color: inherit; text-decoration: none }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .375rem }
  .quiet, dt { color: var(--quiet) }
  header { display: flex; grid-column: 1 / -1; align-items: center; justify-content: space-between; min-height: 3.5rem; padding: .5rem 1.5rem;
    border-bottom: 1px solid var(--line) }
  h1 { margin: 0; font-size: 1.125rem; font-weight: 600 }
  .back, nav a { padding: .4rem .9rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--sheet); font-size: .875rem;
    font-weight: 500 }
  .back:hover, nav a:hover, nav a[aria-current] { background: var(--raised) }
  #mails { overflow-y: auto; padding: .75rem; border-inline-end: 1px solid var(--line); background: var(--sheet) }
  ol { display: grid; gap: .125rem; margin: 0; padding: 0; list-style: none }
  li a { display: block; padding: .6rem .75rem; border-radius: .75rem; font-size: .875rem }
  li a:hover { background: var(--ground) }
  li a[aria-current] { background: var(--raised) }
  li span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .when { float: inline-end; margin-inline-start: .75rem; font-size: .75rem; font-variant-numeric: tabular-nums; line-height: 1.75 }
  .subject { font-weight: 600 }
  main { display: flex; flex-direction: column; gap: 1rem; min-width: 0; padding: 1.5rem; overflow: hidden }
  h2 { margin: 0; font-size: 1.25rem; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem 1rem; margin: .5rem 0 0; font-size: .875rem }
  dd { margin: 0; overflow-wrap: anywhere }
  nav { display: flex; flex-wrap: wrap; gap: .5rem }
  iframe, pre { flex: 1; width: 100%; margin: 0; border: 1px solid var(--line); border-radius: 1rem }
  iframe { background: #fff }
  pre { padding: 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sheet);
    font: 13px/1.55 ui-monospace, monospace }
  .empty { margin: auto; padding: 2rem 1rem; text-align: center }
  .back { display: none }
  @media (max-width: 48rem) {
    body { grid-template-columns: minmax(0, 1fr) }
    header { padding-inline: 1rem }
    main { padding: 1rem }
    body.reading #mails, body:not(.reading) main { display: none }
    .reading .back { display: inline }
  }`

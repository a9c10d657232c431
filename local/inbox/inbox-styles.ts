import { baseStyles } from '../../lib/machine/base-styles.ts'

export const inboxStyles = `${baseStyles}
  body { display: grid; grid-template: auto 1fr / minmax(16rem, 24rem) 1fr; height: 100dvh }
  header { grid-column: 1 / -1 }
  #mails { overflow-y: auto; border-inline-end: 1px solid var(--line); background: var(--sheet) }
  ol { margin: 0; padding: 0; list-style: none }
  li a { display: block; padding: .7rem 1rem; border-bottom: 1px solid var(--line); color: inherit;
    text-decoration: none }
  li a:hover { background: var(--ground) }
  li a[aria-current] { background: var(--ground); box-shadow: inset 3px 0 var(--accent) }
  li span { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .when { float: inline-end; margin-inline-start: .75rem; font-size: .85rem }
  .subject { font-weight: 600 }
  main { display: flex; flex-direction: column; min-width: 0; overflow: hidden }
  h1 { font-size: 1rem }
  main h2 { margin: 0; font-size: 1.15rem; line-height: 1.3; overflow-wrap: anywhere }
  .head { padding: 1rem 1rem .75rem }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .1rem .75rem; margin: .5rem 0 0 }
  iframe { flex: 1; width: 100%; border: 0; background: #fff }
  pre { flex: 1; margin: 0; padding: 1rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
    background: var(--sheet); font: 13px/1.55 ui-monospace, monospace }
  .empty { margin: auto; padding: 2rem 1rem; text-align: center }
  .back { display: none }
  @media (max-width: 48rem) {
    body { grid-template-columns: 1fr }
    body.reading #mails, body:not(.reading) main { display: none }
    .reading .back { display: inline }
  }`

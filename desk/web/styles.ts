import { baseStyles } from '../../lib/machine/base-styles.ts'

/** The look of every page of the desk. On a phone a table becomes a list of cards. */
export const styles = `${baseStyles}
  main { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  h2 { margin: 2rem 0 .75rem; font-size: 1.15rem }
  h3 { margin: 0; font-size: 1rem }
  p { margin: .5rem 0; max-width: 65ch }
  small { display: block; font-size: .85rem; font-weight: 400; color: var(--quiet) }
  form.filters { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 1.25rem 0 }
  label { display: grid; gap: .2rem; font-size: .85rem; color: var(--quiet) }
  input, select { font: inherit; min-width: 0; max-width: 100%; height: 2.5rem; padding: 0 .6rem; color: var(--ink);
    background: var(--sheet); border: 1px solid light-dark(#8d8674, #6b7180); border-radius: .4rem }
  .head { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; align-items: baseline; justify-content: space-between }
  .period { display: flex; flex-wrap: wrap; gap: .25rem; font-size: .9rem }
  .period > a, .period summary { padding: .2rem .6rem; border: 1px solid transparent; border-radius: 1rem; color: inherit;
    text-decoration: none; list-style: none }
  .period summary::-webkit-details-marker { display: none }
  .period > a:hover, .period summary:hover { border-color: var(--line) }
  .period [aria-current], .period .current { background: var(--ink); color: var(--ground) }
  .period details { position: relative }
  .period form { position: absolute; inset: calc(100% + .4rem) 0 auto auto; z-index: 1; display: grid; gap: .5rem; padding: 1rem;
    border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet); box-shadow: 0 .5rem 1.5rem var(--edge) }
  .figures { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; margin: 1rem 0; overflow: hidden;
    border: 1px solid var(--line); border-radius: .5rem; background: var(--line) }
  .figures div { padding: .75rem 1rem; background: var(--sheet) }
  .figures dd { font-size: 2rem; font-weight: 650; line-height: 1.2; font-variant-numeric: tabular-nums }
  .columns { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.35fr); grid-template-rows: auto 1fr; gap: 0 2rem }
  .columns > :nth-child(2) { grid-column: 2; grid-row: 1 / 3 }
  .columns h2 { margin-block-start: .5rem }
  .columns details { margin-block-start: .75rem }
  .todo { margin: 0; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: .5rem; background: var(--sheet); overflow: hidden }
  .todo li { padding: .6rem 1rem; border-inline-start: 4px solid var(--danger) }
  .todo li + li { border-top: 1px solid var(--line) }
  .todo a, .todo strong { font-weight: 600 }
  .done { padding: .75rem 1rem; border-inline-start: 4px solid var(--good) }
  .sources th, .sources td { padding-block: .45rem }
  .sources tbody th small { display: inline; margin-inline-start: .35rem }
  .summary { display: flex; flex-wrap: wrap; gap: .25rem 1rem; max-width: none }
  .address { color: inherit }
  thead th a { color: inherit; text-decoration: none }
  thead th a:hover { text-decoration: underline }
  [aria-sort] a::after { content: ' ↓' }
  [aria-sort='ascending'] a::after { content: ' ↑' }
  .notes ul { margin: 0; padding: 0; list-style: none }
  .notes li { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .5rem 0;
    border-top: 1px solid var(--line); overflow-wrap: anywhere }
  .notes li form { margin-inline-start: auto }
  button.small { height: 1.9rem; line-height: 1.7rem; padding: 0 .6rem; font-size: .85rem; font-weight: 400 }
  .wide { flex: 1 1 16rem }
  .more > div { display: flex; flex-wrap: wrap; gap: .75rem; padding-block-start: .75rem }
  summary { cursor: pointer; width: fit-content }
  /* On a wide screen the filters are expanded beside the search. In browsers without ::details-content they stay collapsed. */
  @media (min-width: 46.01rem) {
    @supports selector(details::details-content) {
      .more, .more::details-content, .more > div { display: contents; content-visibility: visible }
      .more > summary { display: none }
    }
  }
  button, .button { display: inline-block; font: inherit; font-weight: 600; line-height: 2.5rem; height: 2.5rem;
    padding: 0 1rem; border: 1px solid var(--ink); border-radius: .4rem; background: var(--ink); color: var(--ground);
    cursor: pointer; text-decoration: none }
  button.danger { background: var(--danger); border-color: var(--danger) }
  .plain { background: none; color: var(--ink) }
  .notice { padding: .75rem 1rem; margin: 1rem 0; border: 1px solid var(--line); border-inline-start: 4px solid var(--accent);
    background: var(--sheet); border-radius: .4rem }
  .notice.bad { border-inline-start-color: var(--danger) }
  .actions { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 }
  /* A shadow at the edge shows that there is more content, because a phone shows no scroll bar. */
  .scroll, figure { overflow-x: auto; background: linear-gradient(90deg, var(--sheet), transparent) local,
      linear-gradient(270deg, var(--sheet), transparent) 100% 0 local, linear-gradient(90deg, var(--edge), transparent),
      linear-gradient(270deg, var(--edge), transparent) 100% 0, var(--sheet); background-repeat: no-repeat;
    background-size: 3rem 100%, 3rem 100%, 1rem 100%, 1rem 100%, auto }
  .scroll table { background: none }
  .scroll th { white-space: nowrap }
  table { width: 100%; border-collapse: collapse; background: var(--sheet); border: 1px solid var(--line) }
  table + p, .scroll + p { margin-block-start: 1rem }
  caption { text-align: start; padding-bottom: .5rem; color: var(--quiet) }
  th, td { padding: .65rem .75rem; text-align: start; vertical-align: top; overflow-wrap: anywhere }
  thead th { font-size: .8rem; color: var(--quiet); white-space: nowrap }
  tbody tr { border-top: 1px solid var(--line) }
  tbody th { font-weight: 600 }
  .leads th small, .leads .phone { white-space: nowrap }
  .leads tbody th:has(input) { position: relative; padding-inline-start: 2.6rem }
  .leads tbody th input { position: absolute; inset: .65rem auto auto .75rem; width: 1.1rem; height: 1.3rem }
  .leads td:nth-child(3) { min-width: 11.5rem }
  .leads td:last-child { min-width: 13rem }
  ul.mails { margin: 1rem 0 0; padding: 0; list-style: none }
  .number { text-align: end }
  .number, time { font-variant-numeric: tabular-nums; white-space: nowrap }
  .state { display: block; white-space: nowrap }
  .state::before { content: ''; display: inline-block; width: .55em; height: .55em; margin-inline-end: .45em;
    border-radius: 50%; background: var(--quiet) }
  .sent::before { background: var(--good) }
  .pending::before, .sending::before, .held::before { background: var(--wait) }
  .failed::before { background: var(--danger) }
  .tag { display: inline-block; padding: 0 .5rem; border: 1px solid var(--line); border-radius: 1rem; font-size: .8rem;
    background: var(--raised) }
  article { margin: 1rem 0; padding: 1rem; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .75rem 0 0 }
  blockquote { margin: 0; padding-inline-start: .75rem; border-inline-start: 3px solid var(--line) }
  nav.pages { display: flex; justify-content: space-between; gap: 1rem; margin: 1rem 0 }
  .empty { padding: 3rem 1rem; text-align: center; background: var(--sheet); border: 1px dashed var(--line);
    max-width: none }
  figure { margin: 1rem 0 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .5rem }
  figcaption { margin-bottom: .5rem }
  figcaption, .days p { display: flex; justify-content: space-between; font-size: .85rem; color: var(--quiet); max-width: none }
  svg { display: block; fill: var(--accent) }
  .days svg { width: 100%; height: 8.5rem; border-bottom: 1px solid var(--line) }
  .days p { margin: .35rem 0 0 }
  .days rect:hover { fill: var(--ink) }
  .share { width: 100%; min-width: 6rem; height: .7rem; margin-block-start: .35rem; border-radius: .2rem; background: var(--raised) }
  .skip { position: absolute; clip-path: inset(50%) }
  .skip:focus { clip-path: none; position: static }
  @media (max-width: 46rem) {
    table.cards thead { position: absolute; clip-path: inset(50%) }
    table.cards, .cards tbody, .cards tr, .cards td, .cards th { display: block }
    .cards caption { display: block; padding: .75rem }
    main { padding-block-start: 1rem }
    .leads th small { white-space: normal }
    .period { gap: .1rem; margin-inline: -.4rem }
    .period > a, .period summary { padding: .2rem .4rem; font-size: .85rem }
    .period form { inset-inline: 0 auto }
    .figures { grid-template-columns: 1fr 1fr; margin: .75rem 0 }
    .figures div { padding: .5rem .6rem }
    .figures dd { font-size: 1.35rem }
    .figures small { font-size: .75rem; line-height: 1.3 }
    .columns { display: block }
    .todo li { padding: .4rem .75rem }
    .sources th, .sources td { padding: .35rem .5rem }
    .scroll th, .scroll td { padding-inline: .5rem }
    .scroll .steps th { white-space: normal; overflow-wrap: normal }
    .cards tr { padding: .75rem 0 }
    .cards td, .cards th { padding: .1rem .75rem }
    .cards td[data-label]::before { content: attr(data-label) ' '; color: var(--quiet) }
    dl { grid-template-columns: 1fr; gap: 0 }
    dd { margin-bottom: .5rem }
    form.filters > * { flex: 1 1 100% }
    .more label { flex: 1 1 8rem }
    .cards td.number { display: grid; grid-template-columns: auto 1fr; column-gap: 1rem }
    .cards td.number small { grid-column: 1 / -1 }
  }`

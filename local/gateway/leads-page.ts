import type { Database } from '../database/database.ts'
import { type Html, html } from '../http/html.ts'

type Text = 'at' | 'name' | 'email' | 'phone' | 'country'
type Lead = Record<Text, string> &
  Record<'e164' | 'visitor' | 'owner' | 'error', string | null> & { total: number }

const latest = `
  select to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, s.name, s.email, s.phone, s.phone_e164 as e164,
    s.country_code as country, visitor.status as visitor, owner.status as owner,
    coalesce(visitor.last_error, owner.last_error) as error,
    (select count(*) from public.lead_submissions) as total
  from public.lead_submissions s
  left join public.lead_emails visitor on visitor.submission_id = s.id and visitor.kind = 'visitor'
  left join public.lead_emails owner on owner.submission_id = s.id and owner.kind = 'owner'
  order by s.created_at desc
  limit 100`

const styles = `
  main { max-width: 72rem; margin: 0 auto; padding: 1.5rem 1rem 4rem }
  header { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: baseline; margin-bottom: 1rem }
  table { width: 100%; border-collapse: collapse; background: var(--sheet); border: 1px solid var(--line) }
  th, td { padding: .6rem .75rem; text-align: start; vertical-align: top; overflow-wrap: anywhere }
  th { font-size: .8rem; font-weight: 600; color: var(--quiet); white-space: nowrap }
  tr { border-top: 1px solid var(--line) }
  time, .state { white-space: nowrap; font-variant-numeric: tabular-nums }
  .state::before { content: ''; display: inline-block; width: .55em; height: .55em; margin-inline-end: .45em;
    border-radius: 50%; background: light-dark(#a9b0bb, #6b7380) }
  .sent::before { background: light-dark(#1a8a4a, #4cc38a) }
  .pending::before, .sending::before { background: light-dark(#c98a00, #f0b849) }
  .dead::before { background: light-dark(#c62f2f, #ff7a7a) }
  small { display: block }
  .empty { padding: 3rem 1rem; text-align: center; background: var(--sheet); border: 1px dashed var(--line) }
  @media (max-width: 44rem) {
    thead { position: absolute; clip-path: inset(50%) }
    table, tbody, tr, td { display: block }
    tr { padding: .75rem 0 }
    td { padding: .1rem .75rem }
    td[data-label]::before { content: attr(data-label) ' '; color: var(--quiet) }
  }`

/** Renders the newest 100 submissions with the state of their mails. */
export async function renderLeads(database: Database) {
  const rows = (await database.transaction((query) => query(latest))) as Lead[]
  const total = rows[0]?.total ?? 0
  const shown = total > rows.length ? `the latest ${rows.length} of ${total}` : `${total} in all`
  const body = html`<main>
<header><h1>Leads</h1><span class="quiet">${shown}, times in UTC. Reload for new ones.</span></header>
${rows.length === 0 ? html`<p class="empty quiet">Nobody has signed up yet.</p>` : renderTable(rows)}
</main>`
  return { title: 'Leads', styles, body }
}

const renderTable = (rows: Lead[]) => html`<table>
<thead><tr><th>When</th><th>Name</th><th>E-mail</th><th>Phone</th><th>Mail to visitor</th><th>Mail to owner</th></tr></thead>
<tbody>${rows.map(renderRow)}</tbody>
</table>`

const renderRow = (lead: Lead) => html`<tr>
<td><time class="quiet">${lead.at}</time></td>
<td><strong>${lead.name}</strong></td>
<td>${lead.email}</td>
<td>${lead.phone} <span class="quiet">${lead.country}</span>${phoneNote(lead)}</td>
<td data-label="To visitor:">${renderState(lead.visitor)}</td>
<td data-label="To owner:">${renderState(lead.owner)}${lead.error && html`<small class="quiet">${lead.error}</small>`}</td>
</tr>`

const phoneNote = ({ phone, e164 }: Lead): Html | false =>
  e164 !== phone && html`<small class="quiet">${e164 ?? 'not a valid number'}</small>`

const renderState = (state: string | null) => html`<span class="state ${state}">${state ?? 'none'}</span>`

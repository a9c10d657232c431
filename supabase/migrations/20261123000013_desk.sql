-- What the operator does with leads, unseen by the Data API. For a login that may only do this: create role … in role lead_desk;
create schema desk;

-- What the operator notes about a person. It is no evidence, is handed out with no list, and goes with the person.
create table public.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads on delete cascade,
  kind text not null check (kind in ('called', 'answered', 'met', 'note')),
  words text not null check (char_length(words) <= 2000),
  created_at timestamptz not null default now()
);
create index lead_notes_lead_id_idx on public.lead_notes (lead_id, created_at);
alter table public.lead_notes enable row level security;

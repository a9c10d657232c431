-- The operator's notes about a person. Notes are no evidence, appear in no exported list, and are deleted with the person.
create table public.lead_notes (
  id uuid primary key default gen_random_uuid(),
  lead_id uuid not null references public.leads on delete cascade,
  kind text not null check (kind in ('called', 'answered', 'met', 'note')),
  words text not null check (char_length(words) <= 2000),
  created_at timestamptz not null default now()
);
create index lead_notes_lead_id_idx on public.lead_notes (lead_id, created_at);

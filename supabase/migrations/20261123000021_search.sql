-- Splits the first 500 characters of a text into words for the search, at spaces and ASCII punctuation. The
-- words are in lower case and without accents.
create function private.split_words(words text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_remove(
    regexp_split_to_array(
      lower(translate(
        left(words, 500),
        'àáâãäåçèéêëìíîïñòóôõöùúûüýÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ''’',
        'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuy')),
      '[\s!-/:-@\[-`{-~]+'),
    '');
end $$;

-- Returns a person's words for the search: those of the name and the e-mail address, and the phone number.
-- The number gives one word from each of its digits to its end, so that a search for any part of the number
-- finds it.
create function private.lead_words(name text, email text, phone text, phone_e164 text) returns tsvector
language plpgsql immutable parallel safe cost 1000
set search_path = ''
as $$
begin
  return array_to_tsvector(array_remove(
    (private.split_words(name))[:12] || (private.split_words(email))[:12] || array[
      left(lower(email), 500),
      left(lower(substring(email from '[^@]*$')), 500),
      left(ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0'), 500)
    ] || array(
      select substr(phone_e164, place)
      from generate_series(2, length(phone_e164) - 3) place
    ),
    ''));
end $$;

-- Returns the query for a typed search, or null if the search has no word. Spaces do not split a phone
-- number, because an area code alone would find too many persons.
create function private.search_query(search text) returns tsquery
language sql immutable parallel safe
set search_path = ''
as $$
  with term as (
    select ltrim(trim(term, '.,;:<>()"'''), '@') as term
    from regexp_split_to_table(lower(search), '\s+') term
    where search !~ '^[-+()./ 0-9]*[0-9][-+()./ ]+[0-9][-+()./ 0-9]*$'
  ), word as (
    select term as word
    from term
    where term ~ '@|[^.]{2}[.][^.]{2}'
    union all
    select unnest(private.split_words(term))
    from term
    where term !~ '@|[^.]{2}[.][^.]{2}'
  ), alternative as (
    select '('
      || string_agg('''' || replace(replace(left(word, 500), '\', '\\'), '''', '''''') || ''':*', ' & ')
      || ')' as query
    from word
    union all
    select '''' || left(number, 500) || ''':*'
    from ltrim(regexp_replace(search, '[^0-9]', '', 'g'), '0') number
    where search ~ '^[-+()./ 0-9]+$' and number <> ''
  )
  select string_agg(query, ' | ')::tsquery
  from alternative;
$$;

-- fastupdate is off. Otherwise one visitor in hundreds would wait until Postgres has emptied the index's
-- pending list.
create index leads_words_idx on private.leads
  using gin (private.lead_words(name, email, phone, phone_e164))
  with (fastupdate = off);

-- Returns the ids of at most max_leads persons. With these settings, the planner always uses the index of
-- words.
create function private.find_leads(query tsquery, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
set enable_seqscan = off
set enable_bitmapscan = on
as $$
  select array(
    select id
    from private.leads
    where private.lead_words(name, email, phone, phone_e164) @@ query
    limit max_leads
  );
$$;

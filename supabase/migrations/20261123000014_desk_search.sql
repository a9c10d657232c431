-- Returns the words of a text as they are searched: in lower case, without accents and apostrophes, split at everything in
-- ASCII that is neither letter nor digit. Of longer texts it takes 500 characters, as long as a lexeme may be.
create function desk.split_words(words text) returns text[]
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return array_remove(regexp_split_to_array(
    lower(translate(left(words, 500), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝ''’',
      'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuy')),
    '[\s!-/:-@\[-`{-~]+'), '');
end $$;

-- Returns what a person is found by: the first 12 words of name and address, the address and its domain as they are, and the digits
-- of the phone number as typed, in E.164 and without the calling code. It takes any text, so that no lead is refused for its
-- index.
create function desk.lead_words(name text, email text, phone text, phone_e164 text) returns tsvector
language plpgsql immutable parallel safe cost 1000 set search_path = '' as $$
begin
  return array_to_tsvector(array_remove(
    (desk.split_words(name))[:12] || (desk.split_words(email))[:12] || array[
      left(lower(email), 500), left(lower(substring(email from '[^@]*$')), 500),
      left(ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0'), 500),
      coalesce(substr(phone_e164, 2), ''), coalesce(regexp_replace(phone_e164, '^\+(1|44|61)', ''), '')], ''));
end $$;

-- Returns what lead_words has to match for a search: each word begins one of the person's, and what looks like an address or
-- a domain begins that. What looks like a phone number is also compared as one, and in more than one group only as one: the
-- first group is an area or a country, which half of all persons may have. Null when there is no word in it.
create function desk.search_query(search text) returns tsquery
language sql immutable parallel safe set search_path = '' as $$
  with term as (
    select ltrim(trim(term, '.,;:<>()"'''), '@') as term from regexp_split_to_table(lower(search), '\s+') term
    where search !~ '^[-+()./ 0-9]*[0-9][-+()./ ]+[0-9][-+()./ 0-9]*$'
  ), word as (
    select term as word from term where term ~ '@|[^.]{2}[.][^.]{2}'
    union all
    select unnest(desk.split_words(term)) from term where term !~ '@|[^.]{2}[.][^.]{2}'
  ), alternative as (
    select '(' || string_agg(
      '''' || replace(replace(left(word, 500), '\', '\\'), '''', '''''') || ''':*', ' & ') || ')' as query
    from word
    union all
    select '''' || left(number, 500) || ''':*'
    from ltrim(regexp_replace(search, '[^0-9]', '', 'g'), '0') number
    where search ~ '^[-+()./ 0-9]+$' and number <> ''
  )
  select string_agg(query, ' | ')::tsquery from alternative;
$$;

-- Without the list of pending entries, which would make one visitor in hundreds wait until it is merged.
create index leads_words_idx on public.leads
  using gin (desk.lead_words(name, email, phone, phone_e164)) with (fastupdate = off);

-- Returns the persons that a search finds, at most so many; the index of the words is the only one it can use, whatever the
-- statistics say.
create function desk.find_leads(query tsquery, max_leads integer) returns uuid[]
language sql stable set search_path = '' set enable_seqscan = off set enable_bitmapscan = on as $$
  select array(
    select id from public.leads where desk.lead_words(name, email, phone, phone_e164) @@ query limit max_leads);
$$;

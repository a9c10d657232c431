-- Writes the letters that have no accent to take off as people type them, Arabic letters as any keyboard has
-- them, katakana as hiragana, signs between words as '-', and Cyrillic, Greek and Armenian letters in lower
-- case, because lower() knows them only in some locales.
-- Most names are written in ASCII once their accents are off, so they are not looked through.
create function private.plain_letters(words text) returns text
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  if octet_length(words) = char_length(words) then
    return words;
  end if;
  return replace(replace(replace(replace(replace(replace(replace(replace(
    translate(
      words,
      'łŁøØđĐðÐħĦŧŦı‐–—−‒―־·・“”„‟«»‹›、•'
      'ƁɓƊɗƘƙƳƴŊŋƏəƎǝƐɛƆɔƉɖƑƒƔɣƲʋ'
        'ӘҒҚҢӨҰҮҺҖҲҶҘҠҪ'
      'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯІЈЅЄЂЋЉЊЏҐґ'
        'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩς'
      'ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ'
      'ىیکةەٱہھ髙﨑'
        'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
      'llooddddhhtti-------------------'
      'bbddkkyynneeeeeeooddffggvv'
        'әғқңөұүһҗҳҷҙҡҫ'
      'абвгдежзиклмнопрстуфхцчшщъыьэюяіјѕєђћљњџгг'
        'αβγδεζηθικλμνξοπρστυφχψωσ'
      'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'
      'ييكههاهه高崎'
        'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'),
    'ß', 'ss'), 'ẞ', 'ss'), 'æ', 'ae'), 'Æ', 'ae'), 'œ', 'oe'), 'Œ', 'oe'), 'þ', 'th'), 'Þ', 'th');
end $$;

-- Returns the first 500 characters of a text in lower case, without accents, apostrophes and invisible
-- characters. Sets no search_path, because Postgres cannot inline a function that sets one.
create function private.fold_words(words text) returns text
language sql immutable parallel safe
return case
  -- A text of ASCII alone is folded without normalize, which takes many times as long.
  when octet_length(words) = char_length(words) then lower(translate(left(words, 500), '''`', ''))
  else lower(private.plain_letters(regexp_replace(
    normalize(translate(left(words, 500), '''’‘‛‚ʼʹʻʽʾʿˈ′‵`´｀＇΄᾽᾿՚׳Ꞌꞌ', ''), nfkd),
    '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670'
    '\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff'
    '\U000e0100-\U000e01ef]',
    '',
    'g')))
end;

-- Writes 'Mueller' for 'Müller', 'Aagaard' for 'Ågård', 'Soeren' for 'Søren' and 'Djordje' for 'Đorđe', as
-- many people do, in the first 500 characters of a text: normalize takes quadratic time for accents. Returns
-- null if the text has none of these letters. Sets no search_path, for the same reason.
create function private.spell_out(words text) returns text
language sql immutable parallel safe
return case
  when octet_length(words) <> char_length(words) and words ~ '[äÄöÖüÜåÅøØđĐðÐ\u0308\u030a]'
    then regexp_replace(regexp_replace(regexp_replace(regexp_replace(
      normalize(left(words, 500), nfd),
      '([AOUaou])\u0308', '\1e', 'g'),
      '([Aa])\u030a', '\1a', 'g'),
      '[øØ]', 'oe', 'g'),
      '[đĐðÐ]', 'dj', 'g')
end;

-- Splits the first 500 characters of a text at spaces and ASCII punctuation. Returns the words for the
-- search, folded as fold_words does it.
create function private.split_words(words text) returns text[]
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_remove(
    regexp_split_to_array(private.fold_words(words), '[\s!-/:-@\[-`{-~]+'),
    '');
end $$;

-- Returns the words by which the search finds a person: those of the name, and for each word of the email
-- address and each digit of the phone number a word that begins there and runs to the end. A search for any
-- part of the address or the number therefore finds the person. The first word of the address is whole, and
-- the others are cut, because a bot may send the longest addresses to fill the disk.
create function private.lead_words(name text, email text, phone text, phone_e164 text) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
declare
  address text := left(private.fold_words(email), 500);
  rest text := ltrim(address, '+-_.');
  endings text[] := array[substring(address from '[^@]*$'), rest];
begin
  while rest <> '' and cardinality(endings) < 8 loop
    rest := coalesce(substring(rest from '[\s!-/:-@\[-`{-~]+(.*)'), '');
    endings := endings || left(rest, 32);
  end loop;
  return array_to_tsvector(array_remove(
    (private.split_words(name))[:12] || (private.split_words(private.spell_out(name)))[:12]
    -- 'Al-Hassan' is also found as 'alhassan'.
    || case when name ~ '[-‐‑–]' then (private.split_words(translate(name, '-‐‑–', '')))[:12] end
    || endings || array[
      left(ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0'), 500)
    ] || array(
      select substr(phone_e164, place)
      from generate_series(2, length(phone_e164) - 3) place
    ),
    ''));
end $$;

-- Returns the words for addresses and numbers that were corrected.
create function private.former_words(former text[]) returns tsvector
language plpgsql immutable parallel safe
set search_path = ''
as $$
begin
  return array_to_tsvector(array(
    select distinct word
    from unnest(former) value,
      unnest(tsvector_to_array(private.lead_words(
        '',
        case when value ~ '@' then value else '' end,
        case when value ~ '@' then '' else value end,
        case when value ~ '^[+]' then value end
      ))) word
  ));
end $$;

-- Quotes the beginning of a word for a tsquery.
create function private.quote_beginning(word text) returns text
language sql immutable parallel safe
set search_path = ''
return '''' || replace(replace(left(word, 500), '\', '\\'), '''', '''''') || ''':*';

-- Returns the query for the text that was typed into the search, or null if the text contains no word. A
-- phone number is not split at its spaces, because the area code alone would find too many persons.
create function private.search_query(search text) returns tsquery
language sql immutable parallel safe
set search_path = ''
as $$
  with term as (
    select ltrim(trim(regexp_replace(term, '^mailto:', ''), '.,;:<>()"''“”«»'), '@') as term
    from regexp_split_to_table(lower(search), '\s+') term
    where search !~ '^[-+()./ 0-9]*[0-9][-+()./ ]+[0-9][-+()./ 0-9]*$'
  ), word as (
    select private.fold_words(term) as word, null as spelled_out
    from term
    where term ~ '[@＠]|[^.]{2}[.][^.]{2}'
    union all
    select word, nullif(spelled_out, word)
    from term
    cross join unnest(private.split_words(term), private.split_words(private.spell_out(term)))
      words (word, spelled_out)
    where term !~ '[@＠]|[^.]{2}[.][^.]{2}'
  ), alternative as (
    select '(' || string_agg(
      '(' || private.quote_beginning(word)
        || coalesce(' | ' || private.quote_beginning(spelled_out), '') || ')',
      ' & ') || ')' as query
    from word
    where word <> ''
    union all
    select '''' || left(number, 500) || ''':*'
    from ltrim(regexp_replace(search, '[^0-9]', '', 'g'), '0') number
    where search ~ '^[-+()./ 0-9]+$' and number <> ''
  )
  select string_agg(query, ' | ')::tsquery
  from alternative;
$$;

-- The words are stored, because splitting a name takes 0.1 ms, and a search may read thousands of persons in
-- the order of the list.
alter table private.leads
  add column words tsvector not null
  generated always as (
    case
      when former = '{}' then private.lead_words(name, email, phone, phone_e164)
      else private.lead_words(name, email, phone, phone_e164) || private.former_words(former)
    end
  ) stored;

-- If the option fastupdate were on, one visitor in hundreds would have to wait until Postgres has emptied the
-- pending list of the index.
create index leads_words_idx on private.leads
  using gin (words)
  with (fastupdate = off);

-- Returns the ids of at most max_leads persons who match the query. With the planner settings of pick_leads,
-- which calls this function and those below, and the one here, Postgres always uses the index on the words.
create function private.find_leads(query tsquery, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
set enable_bitmapscan = on
as $$
  select array(
    select id
    from private.leads
    where words @@ query
    limit max_leads
  );
$$;

-- Returns the ids of at most max_leads of the newest `among` persons who match the query.
create function private.find_newest(query tsquery, among integer, max_leads integer) returns uuid[]
language sql stable
set search_path = ''
as $$
  select array(
    select id
    from (
      select id, words
      from private.leads
      order by created_at desc
      limit among
    ) newest
    where words @@ query
    limit max_leads
  );
$$;

-- Returns the ids of those of the newest 10,000 persons whose name contains all the words of the search, even
-- inside other words. Looks inside no name for a number or an address.
create function private.find_inside(search text) returns uuid[]
language sql stable
set search_path = ''
as $$
  with part as materialized (
    select array_agg('%' || word || '%') as patterns
    from unnest(private.split_words(search)) word
    where search !~ '@' and search !~ '^[-+()./ 0-9]+$'
  )
  select array(
    select id
    from (
      select id, name
      from private.leads
      where (select patterns from part) is not null
      order by created_at desc
      limit 10000
    ) newest
    where private.fold_words(name) like all ((select patterns from part)::text[])
  );
$$;

-- Returns true if at most 100,000 persons were new in the period from `since` to `until`.
create function private.is_short(since timestamptz, until timestamptz) returns boolean
language sql stable
set search_path = ''
as $$
  select since is not null and not exists (
    select
    from private.leads
    where created_at >= since and created_at < coalesce(until, 'infinity')
    offset 100000
    limit 1
  );
$$;

-- Returns true if the search leaves out persons inside whose names find_inside does not look.
create function private.is_cut(search text) returns boolean
language sql stable
set search_path = ''
as $$
  select coalesce(trim(search), '') <> '' and exists (
    select
    from private.leads
    order by created_at desc
    offset 10000
    limit 1
  );
$$;

-- Looks up the persons of a search. If at most `few` persons have words that begin as the search says,
-- `found_ids` are these persons and those inside whose names it is, and `found_count` is their number.
-- Otherwise `query` is what finds the persons, nobody is looked for inside names, and `found_count` is
-- few + 1.
-- If the search is empty, returns nulls.
create function private.look_up(
  search text,
  few integer,
  out found_ids uuid[],
  out query tsquery,
  out found_count integer
)
language plpgsql stable
set search_path = ''
as $$
declare
  begun_ids uuid[] := '{}';
begin
  if trim(search) <> '' then
    query := private.search_query(search);
    -- If many of the newest persons match, enough are soon found among them. The index on the words would
    -- first collect all who match.
    if cardinality(private.find_newest(query, 200, 50)) = 50 then
      begun_ids := private.find_newest(query, 5 * few, few + 1);
    end if;
    if cardinality(begun_ids) <= few then
      begun_ids := private.find_leads(query, few + 1);
    end if;
    found_count := cardinality(begun_ids);
    if found_count <= few then
      query := null;
      -- Inside the union, the planner would call find_inside once more.
      found_ids := private.find_inside(search);
      found_ids := array(select unnest(begun_ids) union select unnest(found_ids));
      found_count := cardinality(found_ids);
    end if;
  end if;
end $$;

-- Returns the ids of those of the chosen persons who match the query. Because of the planner settings below,
-- Postgres compares the entries of two indexes and reads only the persons that both contain.
create function private.find_among(query tsquery, chosen uuid[]) returns uuid[]
language sql stable
set search_path = ''
set enable_indexscan = off
set enable_bitmapscan = on
as $$
  select array(
    select id
    from private.leads
    where words @@ query and id = any (chosen)
  );
$$;

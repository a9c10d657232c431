import assert from 'node:assert/strict'
import { after } from 'node:test'
import { address, type List, openTestDesk } from './open-test-desk.ts'
import { testOnEmpty } from './test-on-empty.ts'

const { database, accept, desk, emails, query } = await openTestDesk()
after(() => database.close())
const test = testOnEmpty(database)

test('a person is found by words of the name, the address or the phone number, however it is typed', async () => {
  await accept({
    name: 'José O’Brien-Smith',
    email: 'j.obrien+ads@mail.example.org',
    phone: '020 7946 0018',
    phone_e164: '+442079460018',
    country_code: 'UK',
  })
  await accept({
    name: 'Ann Lee',
    email: 'ann@other.test',
    phone: '(201) 555-0123',
    phone_e164: '+12015550123',
  })
  const found = [
    'jose',
    'JOSÉ',
    "o'brien",
    'obr smi',
    'ose mit',
    'smith',
    'j.obrien+ads@mail.example.org',
    'j.obrien@',
    'j.obrien+ads',
  ]
  found.push('@mail.example.org', 'mail.example', '020 7946', '02079460018', '+44 20 7946 0018', 'ads')
  for (const search of found) {
    assert.deepEqual(
      await emails({ search }),
      search === 'j.obrien@' ? [] : ['j.obrien+ads@mail.example.org'],
      search,
    )
  }
  for (const search of [
    '2015550123',
    '(201) 555-0123',
    '1 201 555',
    '555-0123',
    '5550123',
    '0123',
    'ann@other.test',
    'lee ann',
  ]) {
    assert.deepEqual(await emails({ search }), ['ann@other.test'], search)
  }
  for (const search of [
    'ose@',
    'ose lee',
    'ann smith',
    '…',
    '@',
    '.',
    `'`,
    `\\`,
    `a' | 'b`,
    '!',
    '&',
    ':*',
    '<->',
    '5550124',
  ]) {
    assert.deepEqual(await emails({ search }), [], search)
  }
  for (const search of ['', '  ', null]) assert.equal((await emails({ search })).length, 2)
})

test('vowel points are left out, and each Cyrillic capital is found by its small letter', async () => {
  const names = [
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['Ґалина', 'ґалина'],
    ['Ґалина', 'Галина'],
    ['ЂОРЂЕ', 'ђорђе'],
    ['Њ', 'њ'],
  ]
  for (const [name = '', search] of names) {
    const [row] = await query(
      `select lead_words($1, 'x@example.org', '1', null) @@ search_query($2) as is_found`,
      [name, search],
    )
    assert.ok(row?.is_found, `${name}: ${search}`)
  }
})

test('an address is found by each part of it, however it is pasted', async () => {
  await accept({ email: 'Mary.OBrien.Ann+ads.nov@Mail.Example.org' })
  await accept({ email: "k.o'hara_lee@x-y.test" })
  const found: Record<string, string[]> = {
    'Mary.OBrien.Ann+ads.nov@Mail.Example.org': [
      ...[
        'obrien.ann',
        'obrien.ann+ads',
        'ann+ads',
        'ads.nov',
        'ads.nov@mail',
        'example.org',
        '@example.org',
      ],
      ...['mailto:mary.obrien.ann+ads.nov@mail.example.org', '“mary.obrien.ann+ads.nov@mail.example.org”'],
      ...['mary.obrien.ann+ads.nov＠mail.example.org', 'mary.obrien.ann+ads.nov@mail.example.org\u200b'],
    ],
    "k.o'hara_lee@x-y.test": ["o'hara_lee@x-y.test", 'o’hara_lee@', 'lee@x-y', 'x-y.test'],
  }
  for (const [email, searches] of Object.entries(found))
    for (const search of searches) assert.deepEqual(await emails({ search }), [email], search)
  for (const search of ['mary.ann', 'obrien@', 'nn+ads@'])
    assert.deepEqual(await emails({ search }), [], search)
})

test('a phone number in groups is looked for as one, since half of all persons may have the first group', async () => {
  const query = async (search: string) =>
    (await database.query('select private.search_query($1)::text as query', [search]))[0]?.query
  assert.equal(await query('+1 (201) 555-0123'), `'12015550123':*`)
  assert.equal(await query('020 7946 0018'), `'2079460018':*`)
  assert.equal(await query('007'), `'007':* | '7':*`)
  assert.equal(await query('ada 20'), `'ada':* & '20':*`)
})

test('a part inside a name is found, by the list and by its exports', async () => {
  await query(`insert into leads (email, name, phone, country_code, created_at)
    select n || '@example.org', case n when 1 then 'Ann Goldsmith' when 9 then '山田太郎' else 'X' end,
      '1', 'US', now() + n * interval '1 second' from generate_series(1, 10) n`)
  assert.deepEqual(await emails({ search: 'mith' }), ['1@example.org'])
  assert.deepEqual(await emails({ search: '太郎' }), ['9@example.org'])
  assert.equal((await desk<{ people: number }>('count_exports', { filters: { search: 'mith' } })).people, 1)
  const list = await desk<List & { is_cut: boolean }>('list_leads', { filters: { search: 'x' } })
  assert.equal(list.is_cut, false)
})

test('the longest name and address are stored and found', async () => {
  const email = `${'x'.repeat(64)}@${'y.'.repeat(120)}com`
  await accept({ name: '💼'.repeat(500), email, phone: '1'.repeat(100), phone_e164: null })
  await accept({ name: 'ﷺ'.repeat(500), email: address('b'), phone: 'ask me', phone_e164: null })
  assert.deepEqual(await emails({ search: '💼💼' }), [email])
  assert.deepEqual(await emails({ search: email }), [email])
  assert.deepEqual(await emails({ search: '1111' }), [email])
})

test('a name is found as people type it, with any accent, apostrophe or invisible character', async () => {
  const names: [name: string, ...searches: string[]][] = [
    ['Łukasz Żak', 'lukasz', 'zak', 'łukasz'],
    ['Černý Dvořák', 'cerny', 'dvorak', 'ČERNÝ'],
    ['O\u02bcBrien', 'obrien', "o'brien", 'o\u2019brien'],
    ['D\u2018Arcy', 'darcy'],
    ['O\u02b9Neill', 'oneill', 'o\u00b4neill'],
    ['O\uff07Hara', 'ohara', 'o`hara'],
    ['Алёна Йович', 'алена', 'АЛЁНА', 'йович'],
    ['Strauß', 'strauss', 'STRAUSS', 'strauß'],
    ['Ærø', 'aero', 'ærø'],
    ['Þór Đorđe', 'thor', 'dorde', 'đorđe'],
    ['Œuvre', 'oeuvre'],
    ['Nguyễn Thị', 'nguyen', 'thi'],
    ['Ｊａｎｅ', 'jane'],
    ['Zo\u200be\u00adfia', 'zoefia'],
    ['Jose\u0301', 'josé', 'jose'],
    ['Ana–María', 'maria', 'ana'],
    ['İbrahim Işık', 'ibrahim', 'isik'],
    ['Ελένη', 'ελενη', 'ΕΛΕΝΗ'],
    ['Maeve O`Shea', 'oshea', "o'shea"],
    ['أحمد علي', 'احمد', 'على', 'علی'],
    ['فاطمة', 'فاطمه'],
    ['کریم', 'كريم'],
    ['בן־דוד', 'דוד'],
    ['ペーター・ノイマン', 'ノイマン'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['Gal·la Puig', 'puig'],
    ['Əliyeva', 'eliyeva', 'əliyeva'],
    ['Ɓala Ɗanjuma', 'bala', 'danjuma'],
    ['Արամ', 'արամ', 'ԱՐԱՄ'],
    ['Әлия Қасым', 'әлия', 'қасым'],
    ['Kaʻiulani', 'kaiulani', "ka'iulani"],
    ['Мар’яна', 'маряна', "мар'яна"],
    ['Steﬁ', 'stefi'],
    ['𝐊𝐚𝐫𝐥', 'karl'],
    ['Trần Quốc', 'tran', 'quoc'],
    ['Ángeles\u00a0Peña', 'pena', 'angeles'],
    ['Jürgen Müller', 'mueller', 'muller', 'mu\u0308ller', 'JUERGEN MÜLLER', 'jurgen mueller'],
    ['Jo\u0308rg Jaeger', 'joerg', 'jörg', 'jäger', 'jaeger'],
    ['Miguel Manuel', 'miguel', 'migue', 'guel', 'manuel', 'anue'],
    ['Søren Ågård', 'soeren', 'sören', 'aagaard', 'agard'],
    ['Đurađ Đoković', 'djuradj', 'dokovic', 'djokovic'],
    ['Lê Văn Đức', 'duc'],
    ['Ɖzifa Ƒolly', 'dzifa', 'folly'],
    ['Kǝmi', 'kemi'],
    ['Γιώργος', 'γιωργος', 'ΓΙΩΡΓΟΣ', 'γιώργοσ'],
    ['ٱلرحمن', 'الرحمن'],
    ['ہارون', 'هارون', 'ھارون'],
    ['צ׳רלי', "צ'רלי", 'צרלי'],
    ['Robert “Bobby” Quill', 'bobby', '“bobby”', 'robert quill'],
    ['Rita «Riri» Quell', 'riri'],
    ['E\u0384Sullivan', 'esullivan', "e'sullivan"],
    ['E\u201aMalley', 'emalley'],
    ['E\uff40Dell', 'edell'],
    ['サクラ', 'さくら', 'ｻｸﾗ'],
    ['やまもと', 'ヤマモト', 'ﾔﾏﾓﾄ'],
    ['ピカソ', 'ぴかそ', 'ﾋﾟｶｿ'],
    ['山﨑', '山崎'],
    ['髙橋', '高橋'],
    ['辻\u{e0100}本', '辻本'],
    ['Ҷамшед', 'ҷамшед'],
    ['Layla Al-Hassan', 'alhassan', 'al-hassan', 'hassan layla', 'al hassan'],
    ['Jean\u2011Luc Picard-Roux', 'jeanluc', 'picardroux', 'roux jean', 'picard-roux'],
  ]
  for (const [at, [name]] of names.entries()) await accept({ name, email: `n${at}@names.test` })
  for (const [at, [name, ...searches]] of names.entries())
    for (const search of searches)
      assert.deepEqual(await emails({ search }), [`n${at}@names.test`], `${name}: ${search}`)
})

test('of a long search, no more is spelled out than of a name', async () => {
  const [row] = await query(`select length(private.spell_out('ö' || repeat('x', 9000))) as letters`)
  assert.equal(row?.letters, 501)
})

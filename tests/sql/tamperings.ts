const columns = {
  phone: `'+15550000000'`,
  name: `name || ' '`,
  phone_e164: 'null',
  consent_version: `'2024-01'`,
  consent_text: `'I agree to everything.'`,
  created_at: `created_at - interval '1 day'`,
  campaign: `'{"gclid": "1"}'`,
  suspected_bot: 'not suspected_bot',
  content_hash: `sha256('')`,
  lead_id: 'gen_random_uuid()',
  referrer: `''`,
  variant: `'b'`,
  held: 'not held',
  released_at: 'now()',
}

const hashOf = (id: string | undefined) => `sha256(uuid_send(${id}))`

const copyOf = (id: string, changes: string) => `
  insert into lead_submissions select (jsonb_populate_record(s, ${changes})).* from lead_submissions s where id = ${id}`

type Tampering = [statements: string, kind: string, seal: number | null, submission?: string]

/**
 * Returns ways in which a superuser could change the evidence. Each comes with the kind of fault that should be found
 * first. `ids` are the quoted ids of the submissions, in the order in which they were stored. Each seal covers three
 * of them, and the third submission has been erased.
 */
export function tamperings(ids: string[]): Record<string, Tampering> {
  const [first, second, erased, fourth, , , seventh] = ids
  return {
    ...Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [
        `${column} edited`,
        [
          `update lead_submissions set ${column} = ${value} where id = ${fourth}`,
          'submission_changed',
          2,
          fourth,
        ],
      ]),
    ),
    'hash of the IP address edited': [
      `update lead_submissions set ip_hash = repeat('0', 64) where id = ${fourth}`,
      'traces_changed',
      2,
      fourth,
    ],
    'user agent put back after it was deleted': [
      `update lead_seal_entries set trace_salt = null where submission_id = ${fourth}`,
      'traces_changed',
      2,
      fourth,
    ],
    'consent on record edited': [
      `update leads set consent = 'confirmed' where id = (select lead_id from lead_submissions where id = ${fourth})`,
      'consent_changed',
      2,
      fourth,
    ],
    'submission removed': [
      `delete from lead_submissions where id = ${fourth}`,
      'submission_removed',
      2,
      fourth,
    ],
    'all submissions removed': ['delete from lead_submissions', 'submission_removed', 1],
    'submission added': [
      copyOf(`${fourth}`, `'{"id": "11111111-1111-4111-8111-111111111111"}'`),
      'submission_added',
      2,
      `'11111111-1111-4111-8111-111111111111'`,
    ],
    'submission added with its entry': [
      `${copyOf(`${fourth}`, `'{"id": "11111111-1111-4111-8111-111111111111"}'`)};
    insert into lead_seal_entries select sha256(uuid_send('11111111-1111-4111-8111-111111111111')),
      '11111111-1111-4111-8111-111111111111', 2, sha256(convert_to((to_jsonb(s) - '{seal_number,ip_hash,user_agent}'::text[])::text, 'UTF8')),
      sha256(''), null
    from lead_submissions s where id = '11111111-1111-4111-8111-111111111111'`,
      'traces_changed',
      2,
      `'11111111-1111-4111-8111-111111111111'`,
    ],
    'submission of last week added, to be sealed today': [
      copyOf(
        `${fourth}`,
        `jsonb_build_object('id', '11111111-1111-4111-8111-111111111111', 'seal_number', null, 'created_at', now() - interval '1 week')`,
      ),
      'submission_misdated',
      null,
      `'11111111-1111-4111-8111-111111111111'`,
    ],
    'submission of next week added, to be sealed today': [
      copyOf(
        `${fourth}`,
        `jsonb_build_object('id', '11111111-1111-4111-8111-111111111111', 'seal_number', null, 'created_at', now() + interval '1 week')`,
      ),
      'submission_misdated',
      null,
      `'11111111-1111-4111-8111-111111111111'`,
    ],
    'released submission of last week added, to be sealed today': [
      copyOf(
        `${fourth}`,
        `jsonb_build_object('id', '11111111-1111-4111-8111-111111111111', 'seal_number', null, 'released_at', now() - interval '6 days')`,
      ),
      'submission_misdated',
      null,
      `'11111111-1111-4111-8111-111111111111'`,
    ],
    'two submissions swapped': [
      `update lead_submissions s set phone = other.phone, email = other.email, name = other.name, lead_id = other.lead_id
    from lead_submissions other where array[s.id, other.id] in (array[${first}, ${second}]::uuid[], array[${second}, ${first}]::uuid[])`,
      'submission_changed',
      1,
      [first, second].sort()[0],
    ],
    'submission moved to another seal': [
      `update lead_submissions set seal_number = 3 where id = ${fourth}`,
      'submission_moved',
      2,
      fourth,
    ],
    'submission and its entry moved to another seal': [
      `update lead_submissions set seal_number = 3 where id = ${fourth};
    update lead_seal_entries set seal_number = 3 where submission_id = ${fourth}`,
      'entries_changed',
      2,
    ],
    'submission taken out of its seal, to be sealed again': [
      `update lead_submissions set seal_number = null where id = ${fourth}`,
      'submission_moved',
      2,
      fourth,
    ],
    'submission and the hash in its entry edited': [
      `update lead_submissions set name = 'x' where id = ${fourth};
    update lead_seal_entries entry
    set row_hash = sha256(convert_to((to_jsonb(s) - '{seal_number,ip_hash,user_agent}'::text[])::text, 'UTF8'))
    from lead_submissions s where s.id = ${fourth} and entry.submission_id = s.id`,
      'entries_changed',
      2,
    ],
    'entry removed': [
      `delete from lead_seal_entries where submission_id = ${fourth}`,
      'submission_added',
      2,
      fourth,
    ],
    'time of a seal edited': [
      `update lead_seals set sealed_at = sealed_at - interval '1 minute' where number = 2`,
      'seal_changed',
      2,
    ],
    'seal removed': ['delete from lead_seals where number = 2', 'seal_missing', 2],
    'latest seal removed': ['delete from lead_seals where number = 4', 'seal_missing', 4],
    'seal added': [
      `insert into lead_seals (number, format, rows_hash, erasures_hash, previous_hash, hash, sealed_at)
    select number + 1, format, sha256(''), sha256(''), hash, sha256('x'), sealed_at from lead_seals where number = 4`,
      'seal_changed',
      5,
    ],
    'seal made anew without those after it': [
      `update lead_seals set sealed_at = now() where number = 2;
    update lead_seals seal set hash = hash_seal(seal, columns) from lead_seal_formats where number = 2`,
      'seal_unchained',
      3,
    ],
    'column taken out of the format': [
      `update lead_seal_formats set columns = array_remove(columns, 'phone')`,
      'submission_changed',
      1,
    ],
    'tombstone forged for a submission that is there': [
      `update lead_seal_entries set submission_id = null, erased_at = now() where submission_id = ${fourth}`,
      'tombstone_forged',
      2,
      fourth,
    ],
    'tombstone forged for a submission that never was': [
      `insert into lead_seal_entries values (sha256('x'), null, 2, sha256('x'), sha256('x'), null, now())`,
      'entries_changed',
      2,
    ],
    'tombstone removed': [
      `delete from lead_seal_entries where submission_hash = ${hashOf(erased)}`,
      'entries_changed',
      1,
    ],
    'tombstone made a living entry': [
      `update lead_seal_entries set erased_at = null, erasure_seal = null where submission_hash = ${hashOf(erased)}`,
      'submission_removed',
      1,
    ],
    'time of an erasure edited': [
      `update lead_seal_entries set erased_at = erased_at - interval '1 day' where submission_hash = ${hashOf(erased)}`,
      'tombstones_changed',
      4,
    ],
    'erased submission put back': [
      copyOf(`${seventh}`, `jsonb_build_object('id', ${erased}, 'seal_number', 1)`),
      'tombstone_forged',
      1,
      erased,
    ],
  }
}

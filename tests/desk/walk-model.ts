/** What holds, as texts: `ann day` is the day on which ann is to be called. What holds no more has no entry. */
export type State = Map<string, string>

/** A press of a button: its words, the people whom the page shows with it, what stands beside it, and what is sent. */
export type Press = {
  words: string
  who: string
  beside: string
  fields: URLSearchParams
  /** What an act had changed that is taken back. */
  undoes?: Change
}

/** What becomes of what, by its name. `undefined` means that it holds no more. */
export type Change = Record<string, string | undefined>

/** What a press says. `may` says what else may change with it, such as the consent if another number is stored. */
export type Meaning = { must: Change; may?: RegExp }

type Rule = [words: RegExp, mean: (press: Press, state: State) => Meaning]

export const people = ['ann', 'bob', 'cyd', 'dee', 'eve']

/**
 * Gives the people something to do: emails on hold, emails that failed, a day to call them, and text
 * messages.
 */
export const prepare = `
  update outbox set status = 'held', reason = 'suspected_bot'
  where kind = 'visitor' and status = 'pending' and lead_id in (select id from leads where name in ('ann', 'bob'));
  update outbox set status = 'failed', reason = 'expired', last_error = 'ETIMEDOUT'
  where status = 'pending' and lead_id in (select id from leads where name in ('cyd', 'dee'));
  update leads set call_again_on = current_date;
  delete from incoming_texts;
  select receive_text('+1201555011' || number, 'who is this ' || number, 'other') from generate_series(0, 4) number`

/** All that the walk compares, as a query that returns its names and values. */
export const stateQuery = `
  with held(name, value) as (
    select name || ' ' || part.key, part.value
    from leads, jsonb_each_text(jsonb_build_object(
      'email', email, 'phone', phone_e164, 'day', call_again_on, 'outcome', outcome, 'value', trim_scale(outcome_value),
      'consent', consent, 'call', booking)) part
    union all
    select lead.name || ' note ' || note.kind || ': ' || note.words, count(*)::text
    from lead_notes note join leads lead on lead.id = note.lead_id group by lead.name, note.kind, note.words
    union all
    select lead.name || ' mail ' || mail.kind || ' ' ||
      row_number() over (partition by lead.id, mail.kind order by mail.sequence), mail.status::text
    from outbox mail join leads lead on lead.id = mail.lead_id where mail.kind in ('visitor', 'owner')
    union all
    select lead.name || ' no mails ' || reason, 'true'
    from leads lead, suppressions_of(lead.email)
    union all
    (select distinct on (phone_e164) 'number ' || phone_e164, nullif(kind, 'lift') from number_events
      order by phone_e164, id desc)
    union all
    select 'text ' || words, case when answered_at is null then 'waits' else 'read' end from incoming_texts
    union all
    select 'view ' || name, query from desk_views
    union all
    select 'keys', coalesce((select bool_and(has_keys) from desk_logins), true)::text
    union all
    select 'hidden columns', coalesce((select max(hidden_columns) from desk_logins), '{}')::text
    union all
    select 'settings', (to_jsonb(settings) - 'singleton')::text from lead_settings settings
  )
  select name, value from held where value is not null`

const dayIn = (days: number) => {
  const day = new Date()
  day.setDate(day.getDate() + days)
  return day.toLocaleDateString('sv')
}

const more = (state: State, name: string) => String(Number(state.get(name) ?? 0) + 1)

const fewer = (state: State, name: string) =>
  Number(state.get(name)) > 1 ? String(Number(state.get(name)) - 1) : undefined

/** Returns the names of entries of these people that begin so. */
const namesOf = (state: State, who: string, part: string) =>
  [...state.keys()].filter((name) => who.split(', ').some((one) => name.startsWith(`${one} ${part}`)))

const noted = ({ who, fields }: Press, state: State, kind: string, words = fields.get('words') ?? '') => {
  const name = `${who} note ${kind}: ${words.trim()}`
  return { [name]: more(state, name) }
}

/** An amount as a person reads it: the last mark with one or two digits after it begins the cents. */
const amountOf = (typed: string) =>
  typed && String(Number(typed.replace(/[.,](?=\d{3})/g, '').replace(',', '.')))

/** What becomes of the outcome and its value that the form shows. */
function sold({ who, fields }: Press): Meaning['must'] {
  const outcome = fields.get('outcome')
  if (!outcome) return {}
  const value = fields.get('value') ?? ''
  const isOther = outcome !== fields.get('known_outcome')
  const isValue = outcome === 'won' && (isOther || value !== (fields.get('known_value') ?? ''))
  return {
    ...(isOther && { [`${who} outcome`]: outcome, [`${who} value`]: undefined }),
    ...(isValue && { [`${who} value`]: amountOf(value) || undefined }),
  }
}

function said(press: Press, state: State, kind: string): Meaning {
  const { who, fields } = press
  const day = fields.get('day') ?? ''
  const isDue = kind !== 'note' && (state.get(`${who} day`) ?? '9') <= dayIn(0)
  return {
    must: {
      ...((kind !== 'note' || fields.get('words')?.trim()) && noted(press, state, kind)),
      ...(isDue && { [`${who} day`]: undefined }),
      ...(day !== (fields.get('known_on') ?? '') && { [`${who} day`]: day || undefined }),
      ...sold(press),
    },
  }
}

function judged(press: Press, state: State, verdict: string): Meaning {
  const days: Record<string, string | undefined> = {
    'no answer': dayIn(1),
    'call again': press.fields.get('day') ?? '',
  }
  return {
    must: { ...noted(press, state, verdict), [`${press.who} day`]: days[verdict], ...sold(press) },
  }
}

/** Those whose consent is not confirmed may get an email that asks for it. */
const asks = (): Meaning => ({ must: {}, may: / (mail visitor|consent)/ })

/** The emails of these people that failed or are held go out, or are dropped. */
const mails = (to: 'pending' | 'cancelled'): Rule[1] => {
  return ({ who, words, fields }, state) => {
    const from = /on hold|held/.test(`${words} ${fields.get('status')}`) ? 'held' : 'failed'
    const stopped = namesOf(state, who, 'mail').filter((name) => state.get(name) === from)
    return { must: Object.fromEntries(stopped.map((name) => [name, to])) }
  }
}

const stop = (phone: string, fields: URLSearchParams): Meaning => ({
  must: { [`number ${phone}`]: 'stop' },
  // A text message from there waits no more.
  may: fields.has('text') ? /^text / : /^$/,
})

const corrected = ({ who }: Press, part: string, value: string): Meaning => ({
  must: { [`${who} ${part}`]: value },
  // Nobody has agreed to texts at another number, and another mailbox has its own reasons.
  may: RegExp(`^${who} (consent|no mails|mail)`),
})

function undone(undoes: Change | undefined, state: State): Meaning {
  // What acts at the same time have changed is not known of each.
  if (!undoes) return { must: {}, may: /./ }
  const must = Object.entries(undoes).flatMap(([name, value]): [string, string | undefined][] => {
    if (!isNote(name)) return [[name, value]]
    const count = Math.max(Number(state.get(name) ?? 0) + Number(value), 0)
    // Two notes without words are the same here, and this one may have been removed before.
    return name.endsWith(': ') ? [] : [[name, count > 0 ? String(count) : undefined]]
  })
  return { must: Object.fromEntries(must), may: /(consent|no mails|mail)| note .*: $/ }
}

/** What the buttons of the desk say that they do. */
const rules: Rule[] = [
  [/^Undo/, ({ undoes }, state) => undone(undoes, state)],
  [/^Reached/, (press, state) => judged(press, state, 'reached')],
  [/^No answer/, (press, state) => judged(press, state, 'no answer')],
  [/^Call again/, (press, state) => judged(press, state, 'call again')],
  [/^Save the call/, ({ who }) => ({ must: {}, may: RegExp(`^${who} call`) })],
  [/^Save this view|^Save view/, () => ({ must: {}, may: /^view/ })],
  [/^Delete/, () => ({ must: {}, may: /^view/ })],
  [
    /^Save$/,
    (press, state) =>
      press.fields.has('known_outcome') ? said(press, state, 'note') : { must: {}, may: /^view/ },
  ],
  [/^Called/, (press, state) => said(press, state, 'called')],
  [/^Answered/, (press, state) => said(press, state, 'answered')],
  [/^Met/, (press, state) => said(press, state, 'met')],
  // The answer to a question, which sends the form once more.
  [
    /^[\d.,]+$/,
    (press, state) => {
      const verdict = press.fields.get('verdict')
      return verdict ? judged(press, state, verdict) : said(press, state, press.fields.get('kind') ?? '')
    },
  ],
  [/@/, (press) => corrected(press, 'email', press.words)],
  [/^Correct the address/, (press) => corrected(press, 'email', press.fields.get('email')?.trim() ?? '')],
  [
    /^Correct the number/,
    (press) => corrected(press, 'phone', press.fields.get('phone')?.replace(/[^\d+]/g, '') ?? ''),
  ],
  [
    /^Take it back/,
    (press) => {
      const [, part, value = ''] = /The (address|number) is (\S+) again/.exec(press.beside) ?? []
      return corrected(press, part === 'address' ? 'email' : 'phone', value)
    },
  ],
  [/^Replace the record/, ({ who }) => ({ must: {}, may: RegExp(`^${who} `) })],
  [
    /^Remove the note/,
    ({ who, beside }, state) => {
      // The question quotes the note, or the name of its kind.
      const name = namesOf(state, who, 'note').find((name) => {
        const [kind = '', words] = name.slice(`${who} note `.length).split(': ')
        return beside.toLowerCase().includes(`“${words || kind}”`)
      })
      return { must: name ? { [name]: fewer(state, name) } : {}, may: RegExp(`^${who} note`) }
    },
  ],
  [
    /^Withdraw the consent/,
    ({ who }) => ({ must: { [`${who} consent`]: 'withdrawn' }, may: /^number | mail owner / }),
  ],
  // An email that failed may be the one that asks.
  [/^Ask (again )?to confirm/, ({ who }) => ({ must: {}, may: RegExp(`^${who} (mail visitor|consent)`) })],
  [
    /^Erase for good/,
    ({ who }, state) => ({
      must: Object.fromEntries(namesOf(state, who, '').map((name) => [name, undefined])),
      may: /^number |^text /,
    }),
  ],
  [
    /^Lift the stop|^Lift$/,
    ({ who, fields }, state) => ({
      must: { [`number ${fields.get('phone') ?? state.get(`${who} phone`)}`]: undefined },
      may: /consent|note act/,
    }),
  ],
  [
    /^Let emails go out|^Lift this reason/,
    ({ who }) => ({ must: {}, may: RegExp(`^${who} (no mails|note act)`) }),
  ],
  [/^Send again/, ({ who }) => ({ must: {}, may: RegExp(`^${who} mail`) })],
  [/^Send/, (press, state) => (press.fields.get('do') === 'ask' ? asks() : mails('pending')(press, state))],
  [/^Drop/, mails('cancelled')],
  [
    /^Mark as read/,
    ({ beside }, state) => {
      const name = [...state.keys()].find(
        (name) => name.startsWith('text ') && beside.includes(name.slice(5)),
      )
      return { must: { [name ?? '']: 'read' } }
    },
  ],
  [
    /^Stop this number/,
    ({ fields }) => stop((fields.get('sender') ?? fields.get('phone') ?? '').replace(/[^\d+]/g, ''), fields),
  ],
  [/^Ask .*(people|person|everybody|them)/i, asks],
  [/^Show$/, () => ({ must: {}, may: /^hidden columns/ })],
  [/^Turn shortcuts off/, () => ({ must: { keys: 'false' }, may: /^hidden columns/ })],
  [/^Turn shortcuts on/, () => ({ must: { keys: 'true' }, may: /^hidden columns/ })],
  [/^Save /, () => ({ must: {}, may: /^settings/ })],
]

/** Returns what a press says, or undefined if no rule knows its words. */
export function meaningOf(press: Press, state: State): Meaning | undefined {
  return rules.find(([words]) => words.test(press.words))?.[1](press, state)
}

/** Returns what differs: the value after, by its name. */
export function changeBetween(before: State, after: State): Change {
  const names = new Set([...before.keys(), ...after.keys()])
  return Object.fromEntries(
    [...names].filter((name) => before.get(name) !== after.get(name)).map((name) => [name, after.get(name)]),
  )
}

/** Returns whether a sentence of the desk says that nothing was done. */
export const isRefused = (sentence: string | null | undefined) =>
  !sentence ||
  /^(Nothing|Nobody|There is)|Nothing (was|is)|already|correction cannot|meantime|is not a|not stopped any more|^No /.test(
    sentence,
  )

/** Returns what of a change a press does not explain. */
export function unexplained(change: Change, { must, may = /^$/ }: Meaning, before: State) {
  const wrong = Object.entries(must).filter(([name, value]) =>
    name in change ? change[name] !== value : before.get(name) !== value,
  )
  const other = Object.entries(change).filter(([name]) => !(name in must) && !may.test(name))
  return [
    ...wrong.map(([name, value]) => `${name} should be ${value}, not ${change[name]}`),
    ...other.map(([name, value]) => `${name} became ${value}`),
  ]
}

/** Returns the change that takes a change back. Of notes with the same words, it is how many come or go. */
export function inverse(change: Change, before: State): Change {
  return Object.fromEntries(
    Object.entries(change).map(([name, value]) => [
      name,
      isNote(name) ? String(Number(before.get(name) ?? 0) - Number(value ?? 0)) : before.get(name),
    ]),
  )
}

const isNote = (name: string) => name.includes(' note ')

const providers = {
  gmail: ['com'],
  googlemail: ['com'],
  yahoo: ['com', 'ca', 'co.uk', 'com.au'],
  ymail: ['com'],
  hotmail: ['com', 'ca', 'co.uk', 'com.au'],
  outlook: ['com', 'com.au'],
  live: ['com', 'ca', 'co.uk', 'com.au'],
  msn: ['com'],
  icloud: ['com'],
  aol: ['com', 'co.uk'],
  protonmail: ['com'],
  btinternet: ['com'],
  bigpond: ['com'],
  comcast: ['net'],
  verizon: ['net'],
}
/** They exist, although each is one typing error from a provider above. */
const others = ['mail', 'email', 'fmail', 'cloud', 'protomail']
/** In a shorter name, one typing error often makes another one that exists. */
const minLength = 5

/** Endings of countries, where large providers have hosts, too. Those left out are typing errors. */
const countryEnding = /^(?:com?\.)?(?!cm$|co$|om$)[a-z]{2}$/

/** Gmail has no other endings, but people add their country's. */
const wrongGmail = /^(?:com?\.[a-z]+|ca|uk|au|us|net|org|c)$/

/** Hosts end in these. Each is at most one typing error from `com`. */
const likeCom = ['com', 'cam', 'mom']
const joinedEndings: Partial<Record<string, string>> = { couk: 'co.uk', comau: 'com.au' }

/** What the visitor probably meant, if the host is one typing error from a known one, or has an ending of none. */
export const suggestEmail = (email: string): string | undefined => knownHost(email) ?? realEnding(email)

function realEnding(email: string): string | undefined {
  const [, before, ending = ''] = /^([^@]+@(?:[^@.]+\.)+)([a-z]{3,5})$/i.exec(email.trim()) ?? []
  const typed = ending.toLowerCase()
  const isCom = typed.length > 2 && !likeCom.includes(typed) && isSlip(typed, 'com')
  const right = joinedEndings[typed] ?? (isCom ? 'com' : undefined)
  return before && right && before + right
}

function knownHost(email: string): string | undefined {
  const [, mailbox, name = '', typedEnding = ''] =
    /^(.+@)([^@.]+)(?:\.([^@]*))?$/.exec(email.trim().toLowerCase()) ?? []
  const ending = typedEnding.replace(/^com\.?com$/, 'comm')
  if (!mailbox || others.includes(name)) return undefined
  if (name === 'gmail' && (!ending || wrongGmail.test(ending)))
    return `${email.trim().slice(0, mailbox.length)}gmail.com`
  if (!ending && name.length < minLength && !(name in providers)) return undefined
  const exact = Object.entries(providers).filter(([known]) => known === name)
  const near =
    exact.length > 0
      ? exact
      : Object.entries(providers).filter(([known]) => known.length >= minLength && isSlip(name, known))
  const hosts = near.flatMap(([known, endings]) => {
    if (!ending) return `${known}.${endings[0]}`
    if (endings.includes(ending)) return known === name ? [] : `${known}.${ending}`
    if (countryEnding.test(ending)) return []
    return endings.filter((right) => isSlip(ending, right)).map((right) => `${known}.${right}`)
  })
  return hosts[0] && email.trim().slice(0, mailbox.length) + hosts[0]
}

/** A missing, added or wrong letter, or letters in another order after the first. */
function isSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [t, m] = [typed.slice(same), meant.slice(same)]
  return (
    t.slice(1) === m ||
    t === m.slice(1) ||
    t.slice(1) === m.slice(1) ||
    `${t[1]}${t[0]}${t.slice(2)}` === m ||
    (same > 0 && [...t].sort().join('') === [...m].sort().join(''))
  )
}

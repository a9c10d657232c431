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
/** Existing hosts whose names differ by one typing error from a provider's name above. */
const others = ['mail', 'email', 'fmail', 'cloud', 'protomail']
/** In a shorter name, one typing error often produces another existing name. */
const minLength = 5

/** Returns the address that the visitor probably meant, if the host differs by one typing error from a known one. */
export function suggestEmail(email: string): string | undefined {
  const [, mailbox, name = '', ending = ''] =
    /^(.+@)([^@.]+)\.([^@]+)$/.exec(email.trim().toLowerCase()) ?? []
  if (!mailbox || others.includes(name)) return undefined
  const near = Object.entries(providers).filter(
    ([known]) => known === name || (known.length >= minLength && isSlip(name, known)),
  )
  const hosts = near.flatMap(([known, endings]) => {
    if (endings.includes(ending)) return known === name ? [] : `${known}.${ending}`
    return endings.filter((right) => isSlip(ending, right)).map((right) => `${known}.${right}`)
  })
  const isRight = near.some(([known, endings]) => known === name && endings.includes(ending))
  return isRight || !hosts[0] ? undefined : email.trim().slice(0, mailbox.length) + hosts[0]
}

/** Returns whether two words differ by one typing error: a missing, added or wrong letter, or two swapped letters. */
function isSlip(typed: string, meant: string): boolean {
  let same = 0
  while (same < typed.length && typed[same] === meant[same]) same += 1
  const [t, m] = [typed.slice(same), meant.slice(same)]
  return (
    t.slice(1) === m || t === m.slice(1) || t.slice(1) === m.slice(1) || `${t[1]}${t[0]}${t.slice(2)}` === m
  )
}

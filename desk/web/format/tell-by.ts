// `npm run setup` and Supabase make these logins. Colleagues have their own.
const ownLogins = ['desk_operator', 'backup_operator', 'postgres']

const calendars: Record<string, string> = { calendly: 'Calendly', 'cal.com': 'Cal.com' }

/**
 * Takes who did something, as it is stored: a login, a login at the desk (`desk:…`), a calendar, or a way
 * that the person took.
 */
export function tellBy(by: string): string {
  if (by === 'text message' || by === 'withdrawal') return `by a ${by}`
  if (by === 'link') return 'by the link in an email'
  if (Object.hasOwn(calendars, by)) return `by ${calendars[by]}`
  const login = by.replace(/^desk:/, '')
  return `${login === by ? '' : 'at the desk '}by ${ownLogins.includes(login) ? 'the owner' : login}`
}

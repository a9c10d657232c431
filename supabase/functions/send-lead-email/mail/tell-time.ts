/** ISO 8601 as 'YYYY-MM-DD HH:MM' and the operator's time zone. UTC if an older database sends none. */
export function tellTime(time: string, zone = 'UTC'): string {
  const at = new Date(time)
  try {
    // Sweden's (sv) format.
    const told = at.toLocaleString('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    return `${told} ${zone}`
  } catch (error) {
    // A zone that only the database knows must not stop the email.
    if (error instanceof RangeError && zone !== 'UTC') return tellTime(time)
    throw error
  }
}

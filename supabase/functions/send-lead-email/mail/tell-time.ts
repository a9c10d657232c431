/**
 * Takes a time in ISO 8601 and the name of the operator's time zone. Returns the time as 'YYYY-MM-DD HH:MM' and the
 * zone. A database older than the zone sends none, and then the time is told in UTC.
 */
export function tellTime(time: string, zone = 'UTC'): string {
  const at = new Date(time)
  try {
    // Dates in Sweden (sv) have this format.
    const told = at.toLocaleString('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    return `${told} ${zone}`
  } catch (error) {
    // A zone that only the database knows must not keep the email.
    if (error instanceof RangeError && zone !== 'UTC') return tellTime(time)
    throw error
  }
}

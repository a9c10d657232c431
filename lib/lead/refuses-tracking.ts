/** Global Privacy Control or Do Not Track. */
export const refusesTracking = (headers: Headers): boolean =>
  headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'

/** Takes a time in ISO 8601, and returns the time as 'YYYY-MM-DD HH:MM UTC'. */
export const utc = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

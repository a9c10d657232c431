/** Returns a count with its noun, such as “1 mail” and “1,200 mails”; the plural of the noun ends with an s. */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? noun : `${noun}s`}`

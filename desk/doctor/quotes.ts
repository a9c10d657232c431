/** Quotation marks around or in a DNS record. A form of a DNS provider keeps them if they are pasted with the value. */
export const quote = /[\\"'`“”„‟‘’‚«»]/

/** The same record without its quotation marks. */
export const withoutQuotes = (record: string): string => record.replace(new RegExp(quote, 'g'), '').trim()

/** Quotation marks around or in a DNS record, which a provider's form keeps if they are pasted along. */
export const quote = /[\\"'`“”„‟‘’‚«»]/

export const withoutQuotes = (record: string): string => record.replace(new RegExp(quote, 'g'), '').trim()

/** Returns the mailto: address of an e-mail address. The address cannot add a subject or a text to the mail. */
export const mailtoUrl = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

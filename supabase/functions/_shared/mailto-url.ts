/**
 * Returns a mailto: URL for an e-mail address. No characters in the address can add a subject or a text to the mail.
 */
export const mailtoUrl = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

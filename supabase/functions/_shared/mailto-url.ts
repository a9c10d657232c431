/** The address cannot add a subject or a text to the email. */
export const mailtoUrl = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

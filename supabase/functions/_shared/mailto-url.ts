/** Returns the mailto: address of an e-mail address, in which nothing but the recipient can stand. */
export const mailtoUrl = (email: string) => `mailto:${email.split('@').map(encodeURIComponent).join('@')}`

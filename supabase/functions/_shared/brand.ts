/** The name under which the page and the mails speak. */
export const brand = 'Brand Scalers'

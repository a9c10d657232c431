/**
 * These texts have a file of their own. If these texts were in copy.ts, the script of the error page would contain
 * all texts of the site.
 */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

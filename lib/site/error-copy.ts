/** These texts are not in copy.ts, because the error page's script would then contain all texts of the site. */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

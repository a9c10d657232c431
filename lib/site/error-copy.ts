/** These words have their own file. If these words were in copy.ts, the error page's script would contain all words of the site. */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

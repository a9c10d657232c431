/** These words have their own file. In copy.ts they would bring all words of the site into the error page's script. */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

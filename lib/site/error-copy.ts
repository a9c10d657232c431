/** These words have their own file. In copy.ts, they would bring all other words into the script of the error page. */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

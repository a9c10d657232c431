/** Apart from the other words, which would all be in the script of the error page as well. */
export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

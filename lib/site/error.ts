export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

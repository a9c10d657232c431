/** A poster's files, as `npm run poster` makes them: in this folder of public/ the operator's own. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

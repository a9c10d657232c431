/** The poster's files, which `npm run poster` makes. The operator's own poster files are in this folder of public/. */
export const ownPoster = '/poster'

export const posterFiles = { phone: 'phone.avif', wide: 'wide.avif', jpeg: 'wide.jpg' } as const

/** The operator's own poster, as `npm run poster` writes it into public/. With all of it there the page is sealed. */
export const ownPoster = {
  phone: '/poster/phone.avif',
  wide: '/poster/wide.avif',
  jpeg: '/poster/wide.jpg',
} as const

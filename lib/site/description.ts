/** What search results and link previews say of the page. */
export const siteDescription =
  'Watch the free training: how a broke college kid turned brand scaling into a monthly income, and how you can earn your first one in under 6 months.'

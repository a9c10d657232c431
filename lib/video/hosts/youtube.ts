import { type Host, phone, readStart } from './host.ts'

// Eleven characters, as video ids have, but no ids: https://developers.google.com/youtube/player_parameters
const idInPath =
  /^\/(?:watch|embed|e|v|vi|vi_webp|u(?:\/\d+)?|shorts|live)\/(?!videoseries|live_stream)([\w-]{11})(?![\w-])/
const leadingId = /^([\w-]{11})(?![\w-])/

const playerOrigin = 'https://www.youtube-nocookie.com'
const thumbnailOrigin = 'https://i.ytimg.com'

/**
 * Not every video has every size:
 * https://github.com/paulirish/lite-youtube-embed/blob/master/youtube-thumbnail-urls.md
 */
const thumbnail = (id: string, size: 'hqdefault' | 'sddefault' | 'maxresdefault') =>
  `${thumbnailOrigin}/vi/${id}/${size}.jpg`
const webp = (id: string, size: 'sddefault' | 'maxresdefault') =>
  `${thumbnailOrigin}/vi_webp/${id}/${size}.webp`

export const youtube: Host = {
  name: 'YouTube',
  domain:
    /^(?:youtu\.be|(?:(?:m|music|img)\.)?youtube\.com|youtube(?:-nocookie|education)\.com|i\.ytimg\.com)$/,
  match(url) {
    const wrapped = url.pathname === '/attribution_link' && url.searchParams.get('u')
    if (wrapped) return youtube.match(new URL(wrapped, 'https://www.youtube.com'))

    const { searchParams: query, pathname, hash } = url
    const id =
      leadingId.exec(query.get('v') ?? query.get('vi') ?? '')?.[1] ??
      idInPath.exec(pathname)?.[1] ??
      (url.hostname === 'youtu.be' ? leadingId.exec(pathname.slice(1))?.[1] : undefined) ??
      // Old channel pages: /user/name#p/u/1/<id>.
      /^#p\/u\/\d+\/([\w-]{11})(?![\w-])/.exec(hash)?.[1]
    return id ? { id, ...readStart(url) } : undefined
  },
  playerOrigin,
  embed({ id, start }) {
    // `enablejsapi` makes the player answer the requests in players.ts.
    const query = new URLSearchParams({ rel: '0', enablejsapi: '1', ...(start && { start: `${start}` }) })
    return `${playerOrigin}/embed/${id}?${query}`
  },
  thumbnailOrigin,
  thumbnails: ({ id }) => [
    thumbnail(id, 'maxresdefault'),
    thumbnail(id, 'sddefault'),
    thumbnail(id, 'hqdefault'),
  ],
  poster: ({ id }) => ({
    sources: [
      { srcSet: webp(id, 'sddefault'), type: 'image/webp', media: phone },
      { srcSet: webp(id, 'maxresdefault'), type: 'image/webp' },
    ],
    src: thumbnail(id, 'maxresdefault'),
    fallback: thumbnail(id, 'hqdefault'),
  }),
  oembed: {
    endpoint: 'https://www.youtube.com/oembed',
    address: ({ id }) => `https://youtu.be/${id}`,
    refusals: [400, 401, 403, 404],
  },
  // oEmbed also has videos with an age restriction. The player's page has their state, in JSON quoted in
  // JSON.
  refusal(_, player) {
    const [, state] =
      /\bpreviewPlayabilityStatus\\{0,3}":\s?\{\\{0,3}"status\\{0,3}":\s?\\{0,3}"([A-Z_]{1,40})/.exec(
        player,
      ) ?? []
    return state === 'OK' ? undefined : state
  },
}

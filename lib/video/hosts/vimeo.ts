import { type Host, readStart } from './host.ts'

const path =
  /^\/(?:video\/|manage\/videos\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d+)(?:[/:]([\da-f]+))?\/?$/
const filePath = /^\/(?:external|progressive_redirect)\//

const playerOrigin = 'https://player.vimeo.com'
// Vimeo has no address of a picture that follows from the id, so the picture comes from a thumbnail service (spec 5).
const thumbnailOrigin = 'https://vumbnail.com'
const thumbnail = (id: string) => `${thumbnailOrigin}/${id}_large.jpg`

type Times = { seconds?: number; duration?: number }

export const vimeo: Host = {
  name: 'Vimeo',
  domain: /^(?:player\.)?vimeo\.com$/,
  match(url) {
    if (filePath.test(url.pathname)) return { file: url.href }
    const [, id, part] = path.exec(url.pathname) ?? []
    if (!id) return undefined
    const hash = url.searchParams.get('h') ?? part
    return { id, ...(hash && { hash }), ...readStart(url) }
  },
  playerOrigin,
  embed({ id, hash, start }) {
    const query = new URLSearchParams({ dnt: '1', ...(hash && { h: hash }) })
    return `${playerOrigin}/video/${id}?${query}${start ? `#t=${start}s` : ''}`
  },
  // https://github.com/vimeo/player.js#timeupdate
  requests: ['play', 'timeupdate'].map((value) => ({ method: 'addEventListener', value })),
  readMessage: ({ event, data }) => ({ hasBegun: event === 'play', ...(data as Times | null) }),
  thumbnailOrigin,
  thumbnails: (id) => [thumbnail(id)],
  poster: (id) => ({ sources: [], src: thumbnail(id) }),
  oembed: {
    endpoint: 'https://vimeo.com/api/oembed.json',
    address: ({ id, hash }) => `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    // It answers 403 if it shows the video only on certain sites.
    refusals: [404],
  },
}

import { type Host, type HostedVideo, readStart } from './host.ts'

const path =
  /^\/(?:video\/|manage\/videos\/|(?:channels|ondemand)\/[^/]+\/|groups\/[^/]+\/videos\/|(?:album|showcase)\/\d+\/video\/)?(\d+)(?:[/:]([\da-f]+))?\/?$/
const filePath = /^\/(?:external|progressive_redirect)\//

const playerOrigin = 'https://player.vimeo.com'
// No picture's address follows from Vimeo's id, so the picture is a thumbnail service's (spec 5).
const thumbnailOrigin = 'https://vumbnail.com'
// With the hash for an unlisted video:
// https://github.com/ThatGuySam/vumbnail/tree/main/examples/unlisted-vimeo-thumbnails
const thumbnail = ({ id, hash }: HostedVideo) => `${thumbnailOrigin}/${id}${hash ? `:${hash}` : ''}_large.jpg`

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
  thumbnailOrigin,
  thumbnails: (video) => [thumbnail(video)],
  poster: (video) => (video.hash ? undefined : { sources: [], src: thumbnail(video) }),
  oembed: {
    endpoint: 'https://vimeo.com/api/oembed.json',
    address: ({ id, hash }) => `https://vimeo.com/${id}${hash ? `/${hash}` : ''}`,
    // 403 means that it shows the video only on certain sites.
    refusals: [404],
  },
  // As Vimeo's player does: https://github.com/vimeo/player.js/blob/master/src/lib/embed.js
  refusal: (oembed) =>
    /"domain_status_code":\s{0,9}403\b/.test(oembed) ? 'only on certain sites' : undefined,
}

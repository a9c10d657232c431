/**
 * Where nothing listens (port 9 is the discard service's, RFC 863). Sent there, whatever is not the site's is refused at
 * once: a frame of the video's host that fails later, while a visitor is on the way to the next page, makes Firefox and
 * WebKit give up that way.
 */
export const deadProxy = { host: '127.0.0.1', port: 9 }

/**
 * The URL of a proxy that does not exist. Port 9 belongs to the discard service (RFC 863), so nothing listens there.
 * All requests to other hosts go to this proxy and fail at once. If the iframe of the video host failed later, while
 * the page navigates, Firefox and WebKit would cancel the navigation too.
 */
export const deadProxy = { host: '127.0.0.1', port: 9 }

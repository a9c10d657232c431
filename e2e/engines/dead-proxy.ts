/**
 * A proxy that does not exist, because port 9 belongs to the discard service (RFC 863). Requests to other hosts go to
 * this proxy, so that they fail at once. If the frame of the video's host failed later, during a navigation, Firefox
 * and WebKit would cancel the navigation too.
 */
export const deadProxy = { host: '127.0.0.1', port: 9 }

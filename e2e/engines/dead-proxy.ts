/**
 * A proxy URL where nothing listens: port 9 belongs to the discard service (RFC 863). Requests to other hosts use this
 * proxy, so they fail at once. If the video host's iframe failed later, during a navigation, Firefox and WebKit would
 * cancel the navigation too.
 */
export const deadProxy = { host: '127.0.0.1', port: 9 }

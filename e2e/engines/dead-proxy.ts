/**
 * A proxy that does not exist (port 9 belongs to the discard service of RFC 863). Requests to other hosts are sent to it,
 * so that they fail at once: when the frame of the video's host fails later, during a navigation, Firefox and WebKit cancel
 * the navigation too.
 */
export const deadProxy = { host: '127.0.0.1', port: 9 }

/** A video at a host, for tests of a page that shows the host's thumbnail and player. */
export const hostedVideo = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

/** In tests with this video, the page shows the thumbnail and the player of the host. */
export const hostedVideo = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

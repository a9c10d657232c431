export const videoId = 'video'

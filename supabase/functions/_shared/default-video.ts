/** Played where VIDEO_URL is not set. Freely licensed (CC BY 3.0, Blender Foundation). */
export const defaultVideoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

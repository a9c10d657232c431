/** Used when VIDEO_URL is not set: Big Buck Bunny, licensed CC BY 3.0 by the Blender Foundation. */
export const defaultVideoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'

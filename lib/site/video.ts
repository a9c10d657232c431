export const videoPrompt = 'Click to Watch Free Training'

export const playerCopy = {
  title: 'Video Sales Letter',
  unsupported: 'Your browser does not support the video tag.',
  missing: 'No video URL configured',
} as const

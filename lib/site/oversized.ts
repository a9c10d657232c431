export const oversizedCopy = {
  title: 'That was too long to send.',
  text: 'Please shorten what you typed and send it again.',
} as const

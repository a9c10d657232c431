import { notFoundCopy } from './not-found.ts'

export const overdueCopy = {
  title: 'This took too long',
  text: 'The server did not answer in time. Please go back and try again.',
  home: notFoundCopy.home,
} as const

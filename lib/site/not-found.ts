export const notFoundCopy = {
  title: 'Page not found',
  text: 'Oops! Page not found',
  home: 'Return to Home',
} as const

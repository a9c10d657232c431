export const lightColors = {
  ground: '#f3eee3',
  card: '#fdfaf3',
  line: '#e4dccb',
  text: '#1a1e27',
  muted: '#6a6558',
  link: '#7a5200',
  warning: '#9a3412',
} as const

/** The pages of the navigation, in its order. Each has one name, which is also its title, and its address. */
export const rooms = {
  overview: ['Overview', '/'],
  leads: ['Leads', '/leads'],
  mails: ['Mails', '/mails'],
  texting: ['Texting', '/texting'],
  exports: ['Exports', '/exports'],
  funnel: ['Funnel', '/funnel'],
  variants: ['Variants', '/variants'],
  settings: ['Settings', '/settings'],
} as const

export type Room = keyof typeof rooms

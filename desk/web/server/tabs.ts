/** The tabs of the navigation, in its order. Each has one name, which is also the title of its page, and its address. */
export const tabs = {
  overview: ['Overview', '/'],
  leads: ['Leads', '/leads'],
  mails: ['Mails', '/mails'],
  texting: ['Texting', '/texting'],
  exports: ['Exports', '/exports'],
  funnel: ['Funnel', '/funnel'],
  variants: ['Variants', '/variants'],
  settings: ['Settings', '/settings'],
} as const

export type Tab = keyof typeof tabs

/** After `npm run setup --`. The parts read site/, so they are loaded later. */
export const partNames = [
  'desk',
  'backup',
  'doctor',
  'webhook',
  'bounces',
  'texts',
  'calendar',
  'meta',
] as const
export type PartName = (typeof partNames)[number]

/** The steps of a visit in their order; a field error is no step that has to be taken. */
export const steps = [
  { event: 'page_viewed', name: 'Page viewed' },
  { event: 'play_clicked', name: 'Play clicked' },
  { event: 'dialog_opened', name: 'Dialog opened' },
  { event: 'form_begun', name: 'Form begun' },
  { event: 'submitted', name: 'Submitted' },
  { event: 'unlocked', name: 'Unlocked' },
  { event: 'video_begun', name: 'Video begun' },
] as const

export const fieldError = { event: 'field_error', name: 'Field error' } as const

export type Counts = Record<string, number>

export const formCopy = {
  title: 'Get Instant Access',
  intro: 'Takes 20 seconds. Then press play.',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  submit: 'CLAIM TRAINING>>',
  submitting: 'Processing...',
} as const

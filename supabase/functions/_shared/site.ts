// The one place for the brand, every text and every link, on the page and in the mails.

export const brand = 'Brand Scalers'
export const siteDescription =
  'Watch the free training: how a broke college kid turned brand scaling into a monthly income, and how you can earn your first one in under 6 months.'

/** Used when VIDEO_URL is not set: Big Buck Bunny, licensed CC BY 3.0 by the Blender Foundation. */
export const defaultVideoUrl = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
export const legalLinks = {
  terms: undefined as string | undefined,
  privacy: undefined as string | undefined,
} as const

export const heroCopy = {
  badge: 'Free Training for Aspiring Freelance Brand Scalers',
  headline: { lead: 'From broke college kid to a', accent: 'monthly income', tail: 'with brand scaling' },
  subline:
    'Get the step-by-step path to your first monthly income in under 6 months. No degree, no following, no ad budget.',
} as const

export const videoPrompt = 'Click to Watch Free Training'

export const playerCopy = {
  title: 'Video Sales Letter',
  unsupported: 'Your browser does not support the video tag.',
  missing: 'No video URL configured',
} as const

export const discoverCopy = {
  title: 'Here’s what you’ll discover inside this training…',
  bullets: [
    {
      title: 'Escape college with a skill that pays',
      text: 'Leave the lecture hall with something a degree rarely gives you: a valuable skill that businesses already pay for.',
    },
    {
      title: 'Turn brand scaling into online income',
      text: 'Why brand scaling is a valuable skill: growing brands need it, few people have it, and it pays online, from anywhere.',
    },
    {
      title: 'Land a guaranteed paying client in under 90 days',
      text: 'The exact outreach that turns a stranger into your first paying client, guaranteed, in less than one semester.',
    },
  ],
} as const

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

export const toastCopy = {
  success: {
    title: 'Success!',
    text: 'Your information has been submitted. Check your email and enjoy the video!',
  },
  error: {
    title: 'Error',
    text: 'There was a problem submitting your information. Please try again.',
  },
} as const

export const notFoundCopy = { text: 'Oops! Page not found', home: 'Return to Home' } as const

export const errorCopy = { title: 'Unexpected Application Error!', retry: 'Reload the page' } as const

export const copyright = `© 2025 ${brand}. All rights reserved.`
export const mailCopy = {
  visitor: {
    subject: 'Your free training is ready',
    preheader: 'Your seat is saved. Press play whenever you are ready.',
    title: 'You’re in. Press play.',
    greeting: 'Hi',
    body: [
      'Thanks for claiming your spot in the free training for aspiring freelance brand scalers.',
      'Find 20 quiet minutes, bring something to write with, and watch it to the end: the last part is how you land your first paying client.',
    ],
    button: 'Watch the training',
    address: 'Or open this address in your browser:',
    reason: 'You get this one message because this address was entered on our training page.',
  },
  owner: {
    subject: 'New lead',
    updated: 'Lead updated',
    title: 'Someone claimed the training.',
    updatedTitle: 'Someone claimed the training again.',
    preheader: 'Reply to this mail to write to them.',
    updatedNote: 'This address has submitted the form before. Earlier submissions are kept.',
    fields: {
      name: 'Name',
      email: 'Email',
      phone: 'Phone',
      country: 'Country',
      consent: 'SMS consent',
      time: 'Time',
      page: 'Page',
      referrer: 'Referrer',
      campaign: 'Campaign',
      submission: 'Submission',
    },
    countries: { US: 'United States', UK: 'United Kingdom', CA: 'Canada', AU: 'Australia' },
    invalidPhone: 'not a valid number for',
    consent: 'given, text version',
    consentWithoutText: 'given, without a record of the text shown',
    reply: 'Reply to',
  },
} as const

/** Every consent text that was ever shown, as evidence. Never edit an entry: to change the words, add a version. */
export const consentTexts = {
  '2026-11': `By ticking this box I agree to receive recurring text messages from ${brand} about this training and related offers at the number above. Message frequency varies. Message and data rates may apply. Text HELP for assistance. Reply STOP to unsubscribe. Consent is not a condition of any purchase.`,
} as const

export type ConsentVersion = keyof typeof consentTexts
export const consentVersion: ConsentVersion = '2026-11'

import { brand } from './brand.ts'

export const siteDescription =
  'Watch the free training: how a broke college kid turned brand scaling into a monthly income, and how you can earn your first one in under 6 months.'

export const heroCopy = {
  badge: 'Free Training for Aspiring Freelance Brand Scalers',
  headline: { start: 'From broke college kid to a', accent: 'monthly income', tail: 'with brand scaling' },
  subline:
    'Get the step-by-step path to your first monthly income in under 6 months. No degree, no following, no ad budget.',
} as const

export const videoPrompt = 'Click to Watch Free Training'

export const playerCopy = {
  title: 'Video Sales Letter',
  unsupported: 'Your browser does not support the video tag.',
  missing: 'No video URL configured',
} as const

export const watchCopy = {
  title: { start: 'Welcome back. Your training', accent: 'is right here', tail: '' },
  text: 'Press play. The link in your email opens it again whenever you like.',
  /** If a visitor opens a watch link that does not work, this sentence is shown above the form. */
  unknown: 'This link no longer opens the video. Please fill in the form to watch it.',
  unavailable: 'Something went wrong. Please press play again in a few minutes.',
  /** This text is shown if lead_settings.measure_watching is on. */
  measured: 'We record next to your name how far you watch.',
} as const

/** An entry that shows how a proof would look. It says 'Example', and a page with a public SITE_URL leaves it out. */
type Example = { isExample?: true }

/**
 * What makes visitors trust the page. Only the operator knows these facts. If a line is missing, nothing is shown in
 * its place. Write only what is true and what you can prove.
 */
export const trustCopy: {
  /** The name is shown on the locked video, too. */
  presenter?: {
    name: string
    role: string
    /** The URL of a square picture in public/. */
    picture?: string
  } & Example
  /** Shown on the locked video, and beside the form. */
  length?: string
  /** Shown below the form's button. */
  privacy?: string
  /** Shown in the footer. The laws of some countries require a disclaimer beside claims about income. */
  disclaimer?: string
  /** Words of a customer who agreed to be quoted, with a name and perhaps a face. */
  quotes: ({ text: string; name: string; role: string; picture?: string } & Example)[]
  /** Numbers with the source that a visitor can check. */
  figures: ({ number: string; meaning: string; source: string; href?: string } & Example)[]
  /** Questions of visitors, with their answers. */
  faq: { question: string; answer: string }[]
} = {
  presenter: { name: 'Alex Example', role: 'Your name and what you do', isExample: true },
  // length: '18 min',
  // privacy: 'We never share your details.',
  // disclaimer: 'Results differ from person to person. Nothing here promises an income.',
  quotes: [
    {
      text: 'The words of a client who agreed to be quoted.',
      name: 'Kim Example',
      role: 'Founder of a brand',
      isExample: true,
    },
  ],
  figures: [],
  faq: [],
}

/** The headings of the optional sections. */
export const sectionCopy = {
  proof: 'Who is behind this training',
  example: 'Example',
  faq: 'Before you press play',
} as const

export const formCopy = {
  title: 'Get Instant Access',
  intro: 'Takes 20 seconds. Then press play.',
  close: 'Close',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  /** This text is shown before the email address that the visitor probably meant. */
  meant: 'Did you mean',
  submit: 'CLAIM TRAINING>>',
  submitting: 'Processing...',
  /** The label of the invisible field. Only bots fill it in. */
  trap: 'Topic',
} as const

/** What one gets. It stands beside the form on a wide screen, with the points of `discoverCopy`. */
export const offerCopy = {
  title: 'In this training',
  text: 'The video plays right here. Your own link comes by email, so you can watch again.',
} as const

/** Shown below the player after the unlock. */
export const unlockedCopy = {
  title: 'You’re in. Press play.',
  text: 'Your own link comes by email, so you can watch again.',
  /** This text is shown if the video file does not load. */
  failed: 'The video does not load. Please try again in a few minutes with the link in your email.',
} as const

export const toastCopy = {
  formLabel: 'Form notifications',
  pageLabel: 'Page notifications',
  success: {
    title: 'Success!',
    text: 'Your information has been submitted. Check your email and enjoy the video!',
  },
  error: {
    title: 'Error',
    text: 'There was a problem submitting your information. Please try again.',
  },
} as const

export const discoverCopy = {
  title: "Here's what you'll discover inside this training…",
  bullets: [
    {
      when: 'Day 0',
      title: 'Escape college with a skill that pays',
      text: 'Leave the lecture hall with something a degree rarely gives you: a valuable skill that businesses already pay for.',
    },
    {
      when: 'Day by day',
      title: 'Turn brand scaling into online income',
      text: 'Why brand scaling is a valuable skill: growing brands need it, few people have it, and it pays online, from anywhere.',
    },
    {
      when: 'Day 90',
      title: 'Land a guaranteed paying client in under 90 days',
      text: 'The exact outreach that turns a stranger into your first paying client, guaranteed, in less than one semester.',
    },
  ],
  closing: 'It starts with one free video.',
  watch: 'Watch the Free Training',
  /** Shown in place of `closing` and `watch` once the video is unlocked, if there is no next step. */
  unlocked: 'Your training is unlocked.',
  again: 'Back to the video',
} as const

export const copyright = `© 2025 ${brand}. All rights reserved.`

export const notFoundCopy = {
  title: 'Page not found',
  text: 'Oops! Page not found',
  home: 'Return to Home',
} as const

export const linkCopy = {
  otherwise: 'Not you? Close this page. Nothing will change.',
  home: 'Go to the training',
} as const

const invalidLink = 'This link is not valid'
const unavailable = {
  title: 'That did not work',
  text: 'Your answer could not be stored. Please open the link in your email again in a few minutes.',
} as const

/** The texts of the pages that confirm a phone number. An email links to them if lead_settings.double_opt_in is on. */
export const confirmationCopy = {
  title: 'Is this your number?',
  button: 'Yes, it is mine and I agree',
  outcomes: {
    done: {
      title: 'Thank you',
      text: 'Your number is confirmed. The email that you came from also has the link to the video.',
    },
    unknown: {
      title: invalidLink,
      text: 'It may be older than 30 days. Fill in the form once more to get a new one.',
    },
    unavailable,
  },
} as const

export const stopCopy = {
  title: 'Stop all text messages?',
  text: 'Press the button to withdraw your consent to our text messages. You can do this at any time.',
  button: 'Yes, stop them',
  outcomes: {
    done: {
      title: 'Done',
      text: 'You have withdrawn your consent. It stays withdrawn unless you submit the form again.',
    },
    unknown: {
      title: invalidLink,
      text: 'Open the whole link from your email, or reply STOP to any of our text messages.',
    },
    unavailable,
  },
} as const

export const unsubscribeCopy = {
  title: 'No more emails?',
  text: 'Press the button, and we will send you no more emails. This does not change text messages.',
  button: 'Yes, no more emails',
  outcomes: {
    done: {
      title: 'Done',
      text: 'You will get no more emails from us, even if someone fills in the form with your address.',
    },
    unknown: {
      title: invalidLink,
      text: 'Open the whole link from your email.',
    },
    unavailable,
  },
} as const

export type LinkOutcome = keyof typeof stopCopy.outcomes

export const heroCopy = {
  badge: 'Free Training for Aspiring Freelance Brand Scalers',
  headline: { lead: 'From broke college kid to a', accent: 'monthly income', tail: 'with brand scaling' },
  subline:
    'Get the step-by-step path to your first monthly income in under 6 months. No degree, no following, no ad budget.',
} as const

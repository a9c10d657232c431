import { type Operator, operator } from './operator.ts'

const own: Operator = operator

/**
 * What to do after the video, for example to book a call. It stands below the unlocked player and in the
 * emails to the visitor. It is hidden everywhere if `href` is missing. Visitors get a link of this site,
 * /call/…, which counts the press and then leads to `href`.
 */
export const nextStepCopy: NextStep = {
  title: 'Ready for your next step?',
  link: 'Book a call',
  /** Stands in the email, whose link leads to the video. */
  mail: 'Press play first: you find the link to book a call below the video.',
  // The answer to npm run setup. You can also write the address here.
  href: own.booking === 'none' ? undefined : own.booking,
}

export type NextStep = {
  title: string
  link: string
  mail: string
  /** Where visitors book, such as 'https://calendly.com/you/call' or 'https://cal.com/you/call'. */
  href?: string | undefined
  /** Which calendar this is, if its address is your own. Addresses of calendly.com and cal.com are known. */
  calendar?: 'calendly' | 'cal.com'
  /** If true, the calendar also gets the name and the email address that the visitor typed. */
  prefill?: boolean
}

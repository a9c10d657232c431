import { brand } from './brand.ts'

/**
 * The email with the code that signs a member in to the desk on the web. Supabase Auth fills in `{{ .Token }}`. There
 * is no link in it, because mail scanners open links, which would spend the code.
 */
export const signInMail = {
  subject: `{{ .Token }} is your code for the desk of ${brand}`,
  body: [
    `<p>Your code for the desk of ${escapeHtml(brand)}:</p>`,
    '<p style="font-size:28px;font-weight:bold;letter-spacing:4px">{{ .Token }}</p>',
    '<p>It is valid for 10 minutes. Type it only on the page where you asked for it, and tell it to nobody.</p>',
    '<p>Did you not ask for a code? Then you can ignore this email.</p>',
  ].join('\n'),
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

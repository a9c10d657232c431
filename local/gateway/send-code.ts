import { signInMail } from '../../site/sign-in-mail.ts'

/** As Auth: in our template, from the operator's sender. */
export function codeSender({ SMTP_URL, MAIL_FROM }: { SMTP_URL: string; MAIL_FROM: string }) {
  return async (email: string, code: string) => {
    const fill = (template: string) => template.replaceAll('{{ .Token }}', code)
    // Large, and most starts send no code.
    const { createTransport } = await import('nodemailer')
    await createTransport(SMTP_URL).sendMail({
      from: MAIL_FROM,
      to: email,
      subject: fill(signInMail.subject),
      html: fill(signInMail.body),
    })
  }
}

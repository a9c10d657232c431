import { colors } from '../../_shared/colors.ts'
import { html } from './html.ts'
import { lightColors as light } from './light-colors.ts'
import { type Block, codeFont, intro, type Mail, paragraph, writeMail } from './write-mail.ts'

const words = {
  subject: 'Keep this email: the latest seal',
  preheader: 'It can prove later that nobody changed a stored consent.',
  title: 'Keep this seal',
  intro: 'It can prove later that nobody changed a stored consent.',
  body: [
    'Every submission is sealed. Each seal is made from everything stored up to that point. If someone changes, adds or removes a submission later, the seals no longer match.',
    'The owner of the database could make all the seals again, but nobody can change this email. So keep it. There is nothing else to do.',
  ],
  latest: 'The latest seal, as its number and its hash:',
  use: 'If a consent is disputed, run this command in the project. It compares everything that is stored with this seal:',
  removals:
    'In the last five weeks, these people were erased or corrected or withdrew, these numbers were stopped, and these addresses get no more emails. A code stands for each person and address. Only the newest 500 are listed. If you restore a backup, save this email as a text file and run npm run leads -- reapply with the name of the file.',
  reason:
    'You get this email at most once a week, unless you set another time at the desk, when there are new submissions, erasures or stopped numbers.',
} as const

/** `removals` are lines of the SQL function private.list_removals. */
type Seal = { seal: string; removals: string }

/**
 * With the latest seal, "<number>:<hash>", which proves a later change of evidence, and the lines of
 * `removals`, which tell a restored database who was erased or has withdrawn.
 */
export const sealMail = ({ seal, removals }: Seal): Mail =>
  writeMail(words.subject, words, {
    hero: [intro(words.intro)],
    body: [
      ...words.body.map(paragraph),
      code(words.latest, seal),
      code(words.use, `npm run verify -- --seal ${seal}`),
      ...(removals ? [code(words.removals, removals)] : []),
    ],
  })

/** A sentence, and below it the lines to copy. */
const code = (use: string, lines: string): Block => ({
  html: html`<p style="margin:0 0 8px">${use}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="note strong" bgcolor="${light.ground}" style="background:${light.ground};border-radius:10px;padding:12px 16px;font-family:${codeFont};font-size:14px;line-height:22px;color:${colors.background};word-break:break-all">${lines.split('\n').map((line, index) => html`${index > 0 ? html`<br>` : ''}${line}`)}</td></tr></table>`,
  text: `${use}\n${lines}`,
})

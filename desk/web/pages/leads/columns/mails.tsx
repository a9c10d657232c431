import { Badge } from '@/components/ui/badge'
import { explainFailure } from '../../../../core/failure-causes.ts'
import type { LeadMail } from '../../../../core/lead.ts'
import { choices } from '../../../../core/leads.ts'
import { nameOfKind, stateWords } from '../../../../core/mail-words.ts'
import { mailTones } from '../../../format/tones.ts'
import { type Tone, tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

type MailState = { name?: string; text: string; tone: Tone; reason?: string | null }

/** A state that all emails have, or all emails to colleagues, is named once. */
function statesOf(mails: LeadMail[]): MailState[] {
  const told = mails.map((mail) => ({
    name: nameOfKind(mail),
    text: stateWords(mail),
    tone: mailTones[mail.status] ?? 'quiet',
    reason: explainFailure(mail),
  }))
  const [first, ...others] = told
  const isSame = others.every(({ text, reason }) => text === first?.text && reason === first.reason)
  if (first && others.length > 0 && isSame) return [{ ...first, name: '' }]
  return [...new Map(told.map((mail) => [mail.name + mail.text + mail.reason, mail])).values()]
}

const wordsOf = ({ name, text }: MailState) => (name ? `${name}: ${text}` : text)

const urgency: Tone[] = ['bad', 'wait', 'quiet', 'good']

/**
 * The email that needs somebody most comes first, with its reason. A mailbox that gets no more emails comes
 * before all.
 */
export const mails: Column = {
  label: 'Emails',
  place: 'max-md:has-data-[tone=good]:hidden',
  Cell({ lead: { mails, refuses_mails: isRefused } }) {
    const refusal: MailState = { text: choices.mailbox.values['no-more-emails'], tone: 'bad' }
    const told = statesOf(mails).sort(
      (one, other) =>
        urgency.indexOf(one.tone) - urgency.indexOf(other.tone) ||
        Number(Boolean(other.reason)) - Number(Boolean(one.reason)),
    )
    const [first, ...others] = isRefused ? [refusal, ...told] : told
    if (!first) return null
    const { name, tone, reason } = first
    const [state, why] = first.text.split(': ')
    const more = [why, reason, name, ...others.flatMap((other) => [wordsOf(other), other.reason])]
      .filter(Boolean)
      .join(' · ')
    return (
      <>
        {/* Nearly every row has it: a badge would hide the rows that need somebody. */}
        {tone === 'good' ? (
          <span data-tone="good" className="text-muted-foreground">
            {first.text}
          </span>
        ) : (
          <Badge className={`rounded-md ${tones[tone]}`}>
            {name !== undefined && <span className="md:hidden">email: </span>}
            {state}
          </Badge>
        )}
        {/* The person's page has it in full; a laptop has no room for it. */}
        {more && (
          <small title={more} className={`${small} max-w-28 truncate max-[90rem]:hidden print:block`}>
            {more}
          </small>
        )}
      </>
    )
  },
}

import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/lib/utils'
import { explainFailure } from '../../../../core/failure-causes.ts'
import type { LeadMail } from '../../../../core/lead.ts'
import { choices } from '../../../../core/leads.ts'
import { nameOfKind, stateWords } from '../../../../core/mail-words.ts'
import { mailTones } from '../../../format/tones.ts'
import { type Tone, tones } from '../../../parts/tone.tsx'
import type { Column } from './column.ts'

type MailState = { text: string; tone: Tone; reason?: string | null }

const icons = { good: Clock, wait: ShieldQuestion, bad: MailWarning, quiet: Clock }

/**
 * Returns the states of the mails in words. If all mails are in the same state, or the mails to all colleagues are,
 * names this state only once.
 */
function statesOf(mails: LeadMail[]): MailState[] {
  const told = mails.map((mail) => ({
    name: nameOfKind(mail),
    text: stateWords(mail),
    tone: mailTones[mail.status] ?? 'quiet',
    reason: explainFailure(mail),
  }))
  const [first, ...others] = told
  const isSame = others.every(({ text, reason }) => text === first?.text && reason === first.reason)
  if (first && others.length > 0 && isSame) return [first]
  const named = told.map((mail) => ({ ...mail, text: `${mail.name}: ${mail.text}` }))
  return [...new Map(named.map((mail) => [mail.text + mail.reason, mail])).values()]
}

/** The states of the mails, and whether the mailbox gets no more of them. */
export const mails: Column = {
  label: 'Mails',
  place: 'max-md:pl-14',
  Cell({ lead: { mails, refuses_mails: isRefused } }) {
    const refusal: MailState = { text: choices.mailbox.values['no-more-emails'], tone: 'bad' }
    return [...(isRefused ? [refusal] : []), ...statesOf(mails)].map(({ text, tone, reason }) => {
      const Icon = icons[tone]
      return (
        <div key={text} className={cn('max-w-72 not-first:mt-1.5', tone === 'good' && 'max-md:hidden')}>
          {/* Nearly every row has it, so a badge would hide the rows that need somebody. */}
          {tone === 'good' ? (
            <span className="text-muted-foreground">{text}</span>
          ) : (
            <Badge className={`rounded-md text-left ${tones[tone]}`}>
              <Icon aria-hidden="true" />
              {text}
            </Badge>
          )}
          {reason && (
            <small className="mt-1 block text-xs wrap-anywhere text-muted-foreground">{reason}</small>
          )}
        </div>
      )
    })
  },
}

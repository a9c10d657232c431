import { mailtoUrl } from '../../../../supabase/functions/_shared/mailto-url.ts'
import { whyLeftOut } from '../../../core/conversions.ts'
import type { Lead, LeadMail } from '../../../core/lead.ts'
import { choices } from '../../../core/leads.ts'
import { explainFailure, stateWords } from '../../../core/mail-words.ts'
import { dateOf } from '../../../core/period.ts'
import { consentWords, noteKinds, outcomeWords, sourceKind, sourceWords } from '../../../core/words.ts'
import { withQuery } from '../../server/form.ts'
import { outcomeTones } from '../../server/outcome-tones.ts'
import { tellPhone } from '../../server/tell-phone.ts'
import { tellDay, tellWhen } from '../../server/when.ts'
import type { BulkProps } from './bulk-bar.tsx'
import type { LeadRow } from './columns.tsx'

type Tone = LeadRow['consent']['tone']

const consentTones: Record<string, Tone> = {
  given: 'good',
  confirmed: 'good',
  asked: 'wait',
  withdrawn: 'bad',
  stopped: 'bad',
}
const mailTones: Record<string, Tone> = { sent: 'good', failed: 'bad', held: 'wait' }

/**
 * Returns the states of the mails in words. If all mails are in the same state, or the mails to all colleagues are,
 * names this state only once.
 */
function mailsOf(mails: LeadMail[]): LeadRow['mails'] {
  const told = mails.map((mail) => ({
    text: stateWords(mail),
    tone: mailTones[mail.status] ?? 'quiet',
    reason: explainFailure(mail) ?? '',
  }))
  const [first, ...others] = told
  const isSame = others.every(({ text, reason }) => text === first?.text && reason === first.reason)
  if (first && others.length > 0 && isSame) return [first]
  const named = told.map((mail, place) => ({ ...mail, text: `To ${mails[place]?.kind}: ${mail.text}` }))
  return [...new Map(named.map((mail) => [mail.text + mail.reason, mail])).values()]
}

/** Returns a row of the list, which describes a person in words. */
export function rowOf(lead: Lead, list: string): LeadRow {
  const { id, name, email, source, variant, consent, mails, created_at: at, submissions } = lead
  const time = new Date(at)
  const { outcome, outcome_at: decidedAt } = lead
  return {
    id,
    href: withQuery(`/leads/${id}`, { list }),
    name: name || email,
    email,
    mailto: mailtoUrl(email),
    tags: tagsOf(lead),
    phone: phoneOf(lead),
    source: { name: sourceWords(source), kind: [sourceKind(source), variant].filter(Boolean).join(' · ') },
    consent: { text: consentWords[consent] ?? consent, tone: consentTones[consent] ?? 'quiet' },
    mails: mailsOf(mails),
    refusal: lead.refuses_mails ? choices.mailbox.values['no-more-emails'] : '',
    watched: lead.watched_percent ? `${lead.watched_percent} %` : '',
    ...(outcome !== 'open' && {
      outcome: {
        text: outcomeWords(lead),
        tone: outcomeTones[outcome],
        when: decidedAt ? tellDay(dateOf(new Date(decidedAt))) : '',
      },
    }),
    since: {
      at,
      text: tellWhen(at),
      full: `${dateOf(time)} ${time.toTimeString().slice(0, 5)}`,
      note: submissions > 1 ? `signed up ${submissions} times` : '',
    },
  }
}

/**
 * Returns what can be copied about a person. Has no address if the mailbox gets no more mails, and no number if the file
 * for texting would leave them out.
 */
export const contactOf = (lead: Lead): BulkProps['contacts'][string] => ({
  email: lead.refuses_mails ? '' : lead.email,
  phone: whyLeftOut(lead, 'sms') ? '' : (lead.phone_e164 ?? ''),
})

/**
 * Returns the number in international form. If the person typed the number in a different way, also returns the text
 * that was typed.
 */
function phoneOf({
  phone,
  phone_e164: e164,
  country_code: country,
  confirmed_at: confirmedAt,
}: Lead): LeadRow['phone'] {
  if (e164 === null) return { text: `${phone}: not valid`, note: `form: ${country}` }
  const isSame = e164.endsWith(phone.replaceAll(/\D/g, '').replace(/^0+/, ''))
  const typed = isSame ? '' : phone
  return {
    e164,
    text: tellPhone(e164),
    note: [typed, confirmedAt && 'confirmed by mail'].filter(Boolean).join(' · '),
  }
}

function tagsOf(lead: Lead): LeadRow['tags'] {
  const { noted, call_again_on: callOn } = lead
  const texts = [
    callOn && `call on ${tellDay(callOn)}`,
    noted && `${noteKinds[noted.kind] ?? noted.kind} ${tellDay(dateOf(new Date(noted.created_at)))}`,
    lead.changes > 0 && 'has since given other data',
    hasEarlier(lead, 'failed') && 'an earlier mail failed',
    hasEarlier(lead, 'held') && 'an earlier mail is on hold',
  ].filter((text) => typeof text === 'string')
  return [
    ...(lead.suspected_bot ? [{ text: 'bot?', tone: 'wait' as const }] : []),
    ...(lead.preview ? [{ text: 'preview' }] : []),
    ...texts.map((text) => ({ text })),
  ]
}

const hasEarlier = (lead: Lead, state: 'failed' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length

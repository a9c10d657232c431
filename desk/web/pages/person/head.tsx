import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { buttonVariants } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import { labelExtra } from '../../../../supabase/functions/_shared/lead.ts'
import { mailtoUrl } from '../../../../supabase/functions/_shared/mailto-url.ts'
import { consentWords } from '../../../core/consent-words.ts'
import { nameOf, type Person } from '../../../core/lead.ts'
import { dateOf } from '../../../core/period.ts'
import { suppressionWords } from '../../../core/suppression-words.ts'
import {
  bookingWords,
  capitalized,
  noTexts,
  outcomeWords,
  sourceKind,
  sourceWords,
} from '../../../core/words.ts'
import { tellPhone } from '../../format/tell-phone.ts'
import { bookingTones, consentTone, outcomeTones } from '../../format/tones.ts'
import { tellDay, tellTime } from '../../format/when.ts'
import { PersonMark } from '../../parts/person-mark.tsx'
import { ToneBadge, tones } from '../../parts/tone.tsx'

type PersonHeadProps = {
  person: Person
  /** The call is the next thing to do. */
  isFirst?: boolean
}

export function PersonHead({ person, isFirst = true }: PersonHeadProps) {
  const { email, phone, phone_e164: e164, extra, source } = person
  const name = nameOf(person)
  const number = e164 && tellPhone(e164)
  const from = [sourceWords(source), sourceKind(source)].filter(Boolean).join(', ')
  return (
    <Card className="py-5">
      <CardContent className="flex flex-wrap items-start gap-x-4 gap-y-4 px-5">
        <PersonMark name={name} />
        <div className="min-w-0 flex-1 basis-48">
          <p className="wrap-anywhere">
            <strong className="text-lg font-semibold">{name}</strong>
            {Object.entries(labelExtra(extra)).map(([label, text]) => (
              <span key={label} className="block text-sm">
                {label}: {text}
              </span>
            ))}
          </p>
          <Badges {...person} />
          <p className="mt-1.5 text-sm text-muted-foreground">
            Since {tellTime(person.created_at)}, {from}
          </p>
        </div>
        <div className="flex min-w-0 flex-wrap gap-2 self-center max-sm:w-full">
          {number ? (
            <a
              href={`tel:${e164}`}
              aria-label={`Call ${number}`}
              className={cn(
                buttonVariants({
                  variant: isFirst ? 'default' : 'outline',
                  className: cn('tabular-nums max-sm:w-full', !isFirst && 'bg-card'),
                }),
              )}
            >
              <Phone aria-hidden="true" />
              {number}
            </a>
          ) : (
            <span className={`rounded-md px-3 py-2 text-sm wrap-anywhere ${tones.bad}`}>
              {phone}: not a valid number
            </span>
          )}
          <a
            href={mailtoUrl(email)}
            aria-label={`Write to ${email}`}
            className={cn(
              buttonVariants({
                variant: 'outline',
                className: 'min-w-0 shrink bg-card max-sm:w-full',
              }),
            )}
          >
            <Mail aria-hidden="true" />
            <span className="wrap-anywhere">{email}</span>
          </a>
        </div>
      </CardContent>
    </Card>
  )
}

const Badges = (person: Person) => {
  const { outcome, call_again_on: callOn, consent, suppressions, watched_percent: watched, booking } = person
  const refusal = noTexts(person)
  const isOverdue = callOn !== null && callOn < dateOf(new Date())
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {outcome !== 'open' && (
        <ToneBadge tone={outcomeTones[outcome]}>{capitalized(outcomeWords(person))}</ToneBadge>
      )}
      {booking && <ToneBadge tone={bookingTones[booking]}>Call: {bookingWords(booking)}</ToneBadge>}
      {callOn && (
        <ToneBadge tone={isOverdue ? 'bad' : 'wait'}>
          {isOverdue ? 'Call overdue since' : 'Call again on'} {tellDay(callOn)}
        </ToneBadge>
      )}
      <ToneBadge tone={consentTone(person)}>Consent: {consentWords[consent]}</ToneBadge>
      {refusal && <ToneBadge tone="bad">{capitalized(refusal)}</ToneBadge>}
      {[...new Set(suppressions.map(({ reason }) => reason))].map((reason) => (
        <ToneBadge key={reason} tone="bad">
          {suppressionWords[reason]}
        </ToneBadge>
      ))}
      {person.suspected_bot && <ToneBadge tone="wait">Looks like a bot</ToneBadge>}
      {person.preview && <ToneBadge tone="quiet">Preview</ToneBadge>}
      {watched ? <ToneBadge tone="good">Watched {watched} %</ToneBadge> : null}
    </p>
  )
}

import type { ReactNode } from 'react'
import { consentWords } from '../../../core/consent-words.ts'
import { zone } from '../../../core/period.ts'
import { noTexts, outcomeWords, sourceKind, sourceWords } from '../../../core/words.ts'
import { tellPhone } from '../../format/tell-phone.ts'
import { tellTime } from '../../format/when.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Fold } from '../../parts/fold.tsx'
import { Section } from '../../parts/section.tsx'
import type { PersonProps } from './address.ts'
import { CorrectForm } from './correct-form.tsx'

export function PersonRecord(props: PersonProps) {
  const { person } = props
  const { phone, phone_e164: e164, confirmed_at: confirmedAt } = person
  const aboutPhone = [
    e164 !== phone && (e164 ? `typed as ${phone}` : 'not a valid number'),
    `form: ${person.country_code}`,
    confirmedAt && `confirmed by email ${tellTime(confirmedAt)}`,
  ]
  return (
    <Section title="Record" contentClassName="grid gap-4">
      <dl className="grid gap-3 text-sm">
        <Fact label="Phone" note={aboutPhone.filter(Boolean).join('; ')}>
          {e164 ? tellPhone(e164) : phone}
        </Fact>
        <Fact label="Consent to texts" note={noTexts(person) ?? undefined}>
          {consentWords[person.consent]}
        </Fact>
        <Fact label="Source" note={sourceKind(person.source)}>
          {sourceWords(person.source)}
        </Fact>
        {person.watched_percent ? (
          <Fact label="Watched" note="by the link in the email">
            {person.watched_percent} % of the video
          </Fact>
        ) : null}
        {person.outcome_at && (
          <Fact label="Outcome" note={tellTime(person.outcome_at)}>
            {outcomeWords(person)}
          </Fact>
        )}
        <Fact label="Since" note={zone()}>
          {tellTime(person.created_at)}
        </Fact>
      </dl>
      <CorrectForm {...props} />
      <Fold title="Reference">
        <p className="mt-1 flex items-start justify-between gap-2 text-xs wrap-anywhere">
          {person.id}
          <CopyButton text={person.id} of="Reference" />
        </p>
      </Fold>
    </Section>
  )
}

const Fact = ({ label, note, children }: { label: string; note?: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted-foreground">{label}</dt>
    <dd className="wrap-anywhere">
      {children}
      {note && <small className="block text-xs text-muted-foreground">{note}</small>}
    </dd>
  </div>
)

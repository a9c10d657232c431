import { Card, CardAction } from '@/components/ui/card'
import { countedSubmissions, countLeftOut } from '../../../core/person.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { IfMay } from '../../parts/may.tsx'
import { Section } from '../../parts/section.tsx'
import { backOf, type PersonProps } from './address.ts'
import { BookingCard } from './booking-card.tsx'
import { ConsentAndErasure } from './consent-and-erasure.tsx'
import { ContactForm } from './contact-form.tsx'
import { Downloads } from './downloads-card.tsx'
import { PersonHead } from './head.tsx'
import { LiftForms } from './lift-forms.tsx'
import { LogCard } from './log-card.tsx'
import { PersonRecord } from './record.tsx'
import { stoppedOf } from './stopped.ts'
import { StoppedMails } from './stopped-mails.tsx'
import { Timeline } from './timeline-view.tsx'

/** One button stands out: the one that sends stopped emails, or else the call. */
export function Person(props: PersonProps) {
  const { person, list } = props
  const stopped = stoppedOf(person)
  const first = stopped.find(({ canSend }) => canSend)
  const leftOut = countLeftOut(person)
  return (
    <>
      <BackLink {...backOf(list)} />
      <PersonHead person={person} isFirst={!first} />
      {stopped.map((mails) => (
        <StoppedMails key={mails.status} {...props} stopped={mails} isFirst={mails === first} />
      ))}
      <LiftForms {...props} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-4">
          <IfMay call="record_contact">
            <Card className="gap-4 py-4">
              <ContactForm {...props} />
            </Card>
          </IfMay>
          <Section
            title="History"
            beside={
              <CardAction className="self-auto text-sm text-muted-foreground">
                {countedSubmissions(person)}
              </CardAction>
            }
            className="gap-5"
          >
            <Timeline {...props} />
            {leftOut > 0 && (
              <p className="mt-4 text-xs text-muted-foreground">
                The newest {person.history.length} are shown. {leftOut} older ones are stored, too.
              </p>
            )}
          </Section>
        </div>
        <div className="grid gap-4">
          <PersonRecord {...props} />
          <BookingCard {...props} />
          <Downloads {...props} />
          <ConsentAndErasure {...props} />
          <LogCard {...props} />
        </div>
      </div>
    </>
  )
}

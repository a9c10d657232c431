import Download from 'lucide-react/icons/download'
import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { describeErasure } from '../../../core/erasure.ts'
import { nameOf, type Person } from '../../../core/lead.ts'
import { withQuery } from '../../format/with-query.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Form } from '../../parts/form.tsx'
import { useMay } from '../../parts/may.tsx'
import { Section } from '../../parts/section.tsx'
import { tones } from '../../parts/tone.tsx'
import { evidenceElsewhere } from '../person/downloads-card.tsx'

export type EraseProps = {
  person: Person
  /** The query string of the list from which the operator came. */
  list: string
  fault?: string
  typed: string
}

export function Erase({ person, person: { id, email }, list, fault, typed }: EraseProps) {
  const { goes, stays } = describeErasure(person)
  return (
    <div className="grid w-full max-w-3xl gap-4">
      <BackLink label={nameOf(person)} href={withQuery(`/leads/${id}`, { list })} />
      <Card className="gap-4 py-5">
        <CardContent className="flex flex-wrap items-center gap-3 px-5 text-sm">
          <p className="min-w-0 flex-1 basis-72">
            <strong>This cannot be undone.</strong> Without the evidence you can no longer prove that the
            person agreed, so download it first if you may need it.
          </p>
          {useMay()('verify_lead_evidence') ? (
            <form method="post" action={`/leads/${id}/evidence.txt`}>
              <Button variant="outline" className="bg-card">
                <Download aria-hidden="true" />
                Evidence of consent
              </Button>
            </form>
          ) : (
            <p>{evidenceElsewhere}</p>
          )}
        </CardContent>
      </Card>
      <div className="grid gap-4 sm:grid-cols-2">
        <List title="What is deleted" entries={goes} />
        <List title="What is kept" entries={stays} />
      </div>
      <Card className="py-5">
        <CardContent className="px-5">
          <Form call="erase_lead" action={withQuery(`/leads/${id}/erase`, { list })} className="grid gap-3">
            {fault && (
              <p id="fault" role="alert" className={`rounded-lg px-3 py-2 text-sm ${tones.bad}`}>
                {fault}
              </p>
            )}
            <Label className="grid gap-1.5">
              <span>
                Type the address <strong className="wrap-anywhere">{email}</strong> to confirm
              </span>
              <Input
                name="email"
                type="email"
                required
                autoComplete="off"
                defaultValue={typed}
                aria-invalid={fault ? true : undefined}
                aria-describedby={fault ? 'fault' : undefined}
                autoFocus={Boolean(fault)}
              />
            </Label>
            <Button variant="destructive" className="justify-self-start">
              Erase for good
            </Button>
          </Form>
        </CardContent>
      </Card>
    </div>
  )
}

const List = ({ title, entries }: { title: string; entries: string[] }) => (
  <Section title={title}>
    <ul className="grid list-disc gap-1.5 pl-4 text-sm">
      {entries.map((entry) => (
        <li key={entry}>{entry}</li>
      ))}
    </ul>
  </Section>
)

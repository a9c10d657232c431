import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { nameOf, type Person } from '../../../core/lead.ts'
import { dateOf, startOf } from '../../../core/period.ts'
import { capitalized, noteKinds } from '../../../core/words.ts'
import { renderAmount } from '../../format/amounts.ts'
import { tellBy } from '../../format/tell-by.ts'
import { tellTime } from '../../format/when.ts'
import { withQuery } from '../../format/with-query.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { Key } from '../../parts/key.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { Section } from '../../parts/section.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { PersonHead } from '../person/head.tsx'
import { OutcomeFields } from '../person/outcome-fields.tsx'

export type CallsPageProps = {
  /** Missing if there is nobody left to call. */
  person?: Person
  count: number
  /** How far the operator has skipped in the list. */
  before: string
  /** The place of the next person. */
  older: string | null
}

const mostNotes = 5

const verdicts = [
  { key: 'r', value: 'reached', label: 'Reached', hint: 'reached' },
  { key: 'n', value: 'no answer', label: 'No answer', hint: 'no answer (again tomorrow)' },
  { key: 'c', value: 'call again', label: 'Call again', hint: 'call again on that day' },
] as const

export function CallsPage({ person, count, before, older }: CallsPageProps) {
  if (!person)
    return (
      <>
        <BackLink label="Back to the list" href="/leads" />
        <Card className="py-12">
          <CardContent className="text-center text-sm text-muted-foreground">
            No calls are left for today. To plan one, choose a day on the person’s page.
          </CardContent>
        </Card>
      </>
    )
  const today = dateOf(new Date())
  const { id, call_again_on: known, currency } = person
  const values = { person: id, name: nameOf(person), known: known ?? '', currency, before }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <BackLink label="Back to the list" href="/leads?calls=today" />
        <p className="text-sm font-medium tabular-nums">{renderAmount(count)} to call</p>
      </div>
      <PersonHead person={person} />
      <Card className="py-5">
        <CardContent className="px-5">
          <Form call="record_contact" action="/calls" aria-label="Result of the call" className="grid gap-4">
            <NoDefaultButton />
            <Hidden values={values} />
            <Label className="grid gap-1.5">
              What was said
              {/* Typing means a note, not a key. */}
              <Textarea name="words" rows={2} autoComplete="off" autoFocus spellCheck data-enter="leave" />
            </Label>
            <div className="flex flex-wrap items-end gap-x-6 gap-y-3 max-sm:gap-x-4">
              <OutcomeFields person={person} enter="leave" />
              <Label className="grid gap-1.5 max-sm:min-w-32 max-sm:flex-1">
                Call again on
                <Input
                  type="date"
                  name="day"
                  min={dateOf(startOf(today, 1))}
                  defaultValue={dateOf(startOf(today, 7))}
                  className="sm:w-40 md:text-sm"
                />
              </Label>
            </div>
            <div className="flex gap-2 max-sm:grid max-sm:grid-cols-2">
              {verdicts.map(({ key, value, label }) => (
                <Button
                  key={value}
                  name="verdict"
                  value={value}
                  formNoValidate={value !== 'call again'}
                  aria-keyshortcuts={key}
                  variant="outline"
                  className="bg-card"
                >
                  {label}
                  <Key>{key.toUpperCase()}</Key>
                </Button>
              ))}
              {older && (
                <Button asChild variant="ghost" className="sm:ml-auto">
                  <a href={withQuery('/calls', { before: older })} aria-keyshortcuts="s">
                    Skip
                    <Key>S</Key>
                  </a>
                </Button>
              )}
            </div>
            <p className="text-xs text-muted-foreground in-data-[keys=off]:hidden max-sm:hidden">
              Press Enter to leave the note (Shift with Enter begins a new line). Then one key is enough:{' '}
              {verdicts.map(({ key, hint }) => `${key.toUpperCase()} ${hint}`).join(', ')}, S skip, U undo.{' '}
              <a href="/settings#keys" className="underline">
                Turn shortcuts off
              </a>
            </p>
          </Form>
        </CardContent>
      </Card>
      <Section
        title="Earlier notes"
        beside={
          <a href={`/leads/${id}`} className="text-sm text-muted-foreground hover:text-foreground">
            Full history
          </a>
        }
        contentClassName="text-sm"
      >
        {person.notes.length === 0 && <p className="text-muted-foreground">Nothing yet.</p>}
        <ul className="grid gap-3">
          {person.notes.slice(0, mostNotes).map((note) => (
            <li key={note.id}>
              <span className="text-xs text-muted-foreground">{titleOf(note)}</span>
              {note.words && <p className="whitespace-pre-line wrap-anywhere">{note.words}</p>}
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

function titleOf({ kind, created_at: at, author }: Person['notes'][number]) {
  const name = capitalized(noteKinds[kind] ?? kind)
  return `${name}, ${tellTime(at)}, ${tellBy(author)}`
}

import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { addressOf, type PersonProps } from './address.ts'

// The first is what Enter saves: it neither counts as a call nor removes the day to call again.
const kinds = { note: 'Note', called: 'Called', answered: 'Answered', met: 'Met' }

/** The form for a note about a person. There is a button for each kind of note. */
export const NoteForm = (props: PersonProps) => (
  <CardContent className="px-5">
    <form method="post" action={addressOf(props, 'notes')} className="flex flex-wrap items-end gap-2">
      <Label className="grid min-w-0 flex-1 basis-72 gap-1.5">
        What was said
        <Input name="words" maxLength={2000} autoComplete="off" />
      </Label>
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {Object.entries(kinds).map(([kind, label]) => (
          <Button key={kind} name="kind" value={kind} variant="outline" className="bg-card">
            {label}
          </Button>
        ))}
      </div>
    </form>
  </CardContent>
)

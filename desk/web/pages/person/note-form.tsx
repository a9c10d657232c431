import { Button } from '@/components/ui/button'
import { CardContent } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'

export type NoteFormProps = {
  action: string
  kinds: { value: string; label: string }[]
}

/** The form for a note about a person. There is a button for each kind of note. */
export const NoteForm = ({ action, kinds }: NoteFormProps) => (
  <CardContent className="px-5">
    <form method="post" action={action} className="flex flex-wrap items-end gap-2">
      <Label className="grid min-w-0 flex-1 basis-72 gap-1.5">
        What was said
        <Input name="words" maxLength={2000} autoComplete="off" />
      </Label>
      {/* Enter presses the first button. */}
      <div className="flex flex-wrap gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
        {kinds.map(({ value, label }, place) => (
          <Button
            key={value}
            name="kind"
            value={value}
            variant={place === 0 ? 'default' : 'outline'}
            className={place === 0 ? '' : 'bg-card'}
          >
            {label}
          </Button>
        ))}
      </div>
    </form>
  </CardContent>
)

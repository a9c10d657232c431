import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { tones } from '../../parts/tone.tsx'

type Setting = {
  name: string
  label: string
  about: string
  shape: 'switch' | 'value' | 'list'
  /** The value of a switch is 'true' or 'false'. */
  value: string
  /** The default and the bounds. */
  usual: string
  fault?: string
}

export type SettingsProps = {
  groups: { title: string; about?: string; settings: Setting[] }[]
  /** The values as JSON, which the form sends back so that the desk knows which of them were changed. */
  seen: string
  fault?: string
  /** Something that saving would delete, and the words that the operator must type to save nevertheless. */
  question?: { words: string; text: string }
}

/** Shows the settings that the operator may change. Each setting has its meaning, its default and its bounds. */
export function Settings({ groups, seen, fault, question }: SettingsProps) {
  const [isChanged, setIsChanged] = useState(fault !== undefined || question !== undefined)
  return (
    <form
      method="post"
      action="/settings"
      onChange={() => setIsChanged(true)}
      className="grid w-full max-w-3xl gap-4"
    >
      <NoDefaultButton />
      <input type="hidden" name="seen" value={seen} />
      {fault && (
        <p role="alert" className={`rounded-lg px-4 py-3 text-sm ${tones.bad}`}>
          {fault}
        </p>
      )}
      {question && (
        <div role="alert" className={`grid gap-2 rounded-lg px-4 py-3 text-sm ${tones.bad}`}>
          <p>
            <strong className="font-semibold">{question.text}</strong> This cannot be undone, and nothing is
            saved yet.
          </p>
          <Label className="grid gap-1.5">
            <span>
              To save nevertheless, type <strong>{question.words}</strong>
            </span>
            <Input
              name="deletes"
              autoComplete="off"
              autoFocus
              className="max-w-72 bg-card text-foreground md:text-sm"
            />
          </Label>
        </div>
      )}
      {groups.map(({ title, about, settings }) => (
        <Card key={title} className="gap-1 pt-5 pb-1">
          <CardHeader className="px-5">
            <CardTitle>
              <h2>{title}</h2>
            </CardTitle>
            {about && <p className="text-sm text-muted-foreground">{about}</p>}
          </CardHeader>
          <CardContent className="divide-y px-5 text-sm">
            {settings.map((setting) => {
              const Field = fields[setting.shape]
              return <Field key={setting.name} {...setting} />
            })}
          </CardContent>
        </Card>
      ))}
      {/* The bar stays in view only as long as there are changes to save. */}
      <div
        className={`flex items-center gap-3 rounded-xl border bg-card px-5 py-3 ${isChanged ? 'sticky bottom-14 z-10 shadow-lg md:bottom-0' : ''}`}
      >
        <Button>Save</Button>
        {isChanged && <p className="text-sm text-muted-foreground">Not saved yet.</p>}
      </div>
    </form>
  )
}

const Switch = ({ name, label, about, value, usual, fault }: Setting) => (
  <div className="flex gap-3 py-4">
    {/* The browser sends nothing for a box that is not ticked, so this field comes first. */}
    <input type="hidden" name={name} value="false" />
    <Checkbox
      id={name}
      name={name}
      value="true"
      defaultChecked={value === 'true'}
      aria-describedby={`${name}-about`}
      className="mt-0.5 scroll-mb-40 rounded-[4px]"
    />
    <div className="min-w-0">
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
  </div>
)

const Value = ({ name, label, about, value, usual, fault }: Setting) => (
  <div className="grid items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
    <div className="min-w-0">
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
    <Input {...controlOf({ name, value, fault })} className="scroll-mb-40 tabular-nums md:text-sm" />
  </div>
)

const List = ({ name, label, about, value, usual, fault }: Setting) => (
  <div className="grid gap-2 py-4">
    <div>
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
    <Textarea
      {...controlOf({ name, value, fault })}
      rows={3}
      autoCapitalize="none"
      className="scroll-mb-40"
    />
  </div>
)

/** Returns the attributes of a field for text. After a fault, the first such field has the focus. */
const controlOf = ({ name, value, fault }: Pick<Setting, 'name' | 'value' | 'fault'>) => ({
  id: name,
  name,
  defaultValue: value,
  autoComplete: 'off',
  'aria-describedby': `${name}-about`,
  'aria-invalid': fault ? true : undefined,
  autoFocus: Boolean(fault),
})

const fields = { switch: Switch, value: Value, list: List }

const About = ({ name, about, usual, fault }: Pick<Setting, 'name' | 'about' | 'usual' | 'fault'>) => (
  <p id={`${name}-about`} className="mt-1 text-sm text-muted-foreground">
    {fault && <strong className={`mb-1 block w-fit rounded px-1.5 py-0.5 ${tones.bad}`}>{fault}</strong>}
    {about} <span className="block pt-0.5 text-xs">{usual}</span>
  </p>
)

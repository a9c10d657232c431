import { Button } from '@/components/ui/button'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { tones } from './tone.tsx'

type Setting = {
  name: string
  label: string
  about: string
  isSwitch: boolean
  /** Of a switch: 'true' or 'false'. */
  value: string
  /** The default and the bounds. */
  usual: string
  fault?: string
}

export type SettingsProps = {
  groups: { title: string; settings: Setting[] }[]
  fault?: string
  note: string
}

/** What the operator may change, each with its meaning, its default and its bounds. */
export const Settings = ({ groups, fault, note }: SettingsProps) => (
  <form method="post" action="/settings" className="grid w-full max-w-3xl gap-4">
    {fault && (
      <p role="alert" className={`rounded-lg px-4 py-3 text-sm ${tones.bad}`}>
        {fault}
      </p>
    )}
    {groups.map(({ title, settings }) => (
      <Card key={title} className="gap-4 py-5">
        <CardHeader className="px-5">
          <CardTitle>
            <h2>{title}</h2>
          </CardTitle>
        </CardHeader>
        <CardContent className="grid gap-5 px-5 text-sm">
          {settings.map((setting) =>
            setting.isSwitch ? (
              <Switch key={setting.name} {...setting} />
            ) : (
              <Value key={setting.name} {...setting} />
            ),
          )}
        </CardContent>
      </Card>
    ))}
    <div className="sticky bottom-16 z-10 flex items-center gap-3 rounded-xl border bg-card px-5 py-3 md:bottom-4">
      <Button>Save</Button>
      <p className="text-xs text-muted-foreground">{note}</p>
    </div>
  </form>
)

const Switch = ({ name, label, about, value, usual, fault }: Setting) => (
  <div className="flex gap-3">
    {/* A box that is not ticked sends nothing, so this field comes first. */}
    <input type="hidden" name={name} value="false" />
    <Checkbox
      id={name}
      name={name}
      value="true"
      defaultChecked={value === 'true'}
      aria-describedby={`${name}-about`}
      className="mt-0.5 rounded-[4px]"
    />
    <div className="min-w-0">
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
  </div>
)

const Value = ({ name, label, about, value, usual, fault }: Setting) => (
  <div className="grid items-start gap-x-4 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_9rem]">
    <div className="min-w-0">
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
    <Input
      id={name}
      name={name}
      defaultValue={value}
      autoComplete="off"
      aria-describedby={`${name}-about`}
      aria-invalid={fault ? true : undefined}
      autoFocus={Boolean(fault)}
      className="tabular-nums md:text-sm"
    />
  </div>
)

const About = ({ name, about, usual, fault }: Pick<Setting, 'name' | 'about' | 'usual' | 'fault'>) => (
  <p id={`${name}-about`} className="mt-0.5 text-xs text-muted-foreground">
    {fault && <strong className={`mb-1 block w-fit rounded px-1.5 py-0.5 ${tones.bad}`}>{fault}</strong>}
    {about} {usual}
  </p>
)

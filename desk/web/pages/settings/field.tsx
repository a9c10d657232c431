import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { grouped } from '../../../core/figures.ts'
import type { Setting, SettingWords } from '../../../core/settings.ts'
import { Textarea } from '../../parts/textarea.tsx'
import { tones } from '../../parts/tone.tsx'

type FieldProps = {
  setting: Setting
  words: SettingWords
  /** A switch has 'true' or 'false'. */
  value: string
  fault?: string
}

export function Field(props: FieldProps) {
  const Shape = shapes[props.setting.kind]
  return <Shape {...props} />
}

const Switch = (field: FieldProps) => (
  <div className="flex gap-3 py-4">
    {/* Browsers send nothing for an empty box, so this field comes first. */}
    <input type="hidden" name={field.setting.name} value="false" />
    <Checkbox
      id={field.setting.name}
      name={field.setting.name}
      value="true"
      defaultChecked={field.value === 'true'}
      aria-describedby={`${field.setting.name}-about`}
      className="mt-0.5 scroll-mb-40 rounded-[4px]"
    />
    <div className="min-w-0">
      <About {...field} />
    </div>
  </div>
)

const Value = (field: FieldProps) => (
  <div className="grid items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
    <div className="min-w-0">
      <About {...field} />
    </div>
    <Input
      {...controlOf(field)}
      list={field.words.choices && `${field.setting.name}-choices`}
      className="scroll-mb-40 tabular-nums md:text-sm"
    />
    {field.words.choices && (
      <datalist id={`${field.setting.name}-choices`}>
        {field.words.choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    )}
  </div>
)

const List = (field: FieldProps) => (
  <div className="grid gap-2 py-4">
    <div>
      <About {...field} />
    </div>
    <Textarea {...controlOf(field)} rows={3} autoCapitalize="none" className="scroll-mb-40" />
  </div>
)

/** After a fault, the first such field has the focus. */
const controlOf = ({ setting: { name }, value, fault }: FieldProps) => ({
  id: name,
  name,
  defaultValue: value,
  autoComplete: 'off',
  'aria-describedby': `${name}-about`,
  'aria-invalid': fault ? true : undefined,
  autoFocus: Boolean(fault),
})

const shapes = { boolean: Switch, integer: Value, interval: Value, text: Value, 'text[]': List }

const About = ({ setting, words: { label, about }, fault }: FieldProps) => (
  <>
    <Label htmlFor={setting.name}>{label}</Label>
    <p id={`${setting.name}-about`} className="mt-1 text-sm text-muted-foreground">
      {fault && <strong className={`mb-1 block w-fit rounded px-1.5 py-0.5 ${tones.bad}`}>{fault}</strong>}
      {about} <span className="block pt-0.5 text-xs">{usualOf(setting)}</span>
    </p>
  </>
)

function usualOf({ name, kind, usual, lowest, highest }: Setting): string {
  if (kind === 'boolean') return `Default: ${usual === 'true' ? 'on' : 'off'}.`
  if (kind === 'integer')
    return `Default: ${grouped(Number(usual))}; from ${grouped(Number(lowest))} to ${grouped(Number(highest))}.`
  if (name === 'currency') return 'Its code of three letters, such as EUR or USD; empty means none.'
  if (name === 'overview_at') return 'Default: off; a time such as 07:00 or 18:30; empty means off.'
  if (kind === 'text')
    return 'For example America/New_York, Europe/London or Asia/Kathmandu; empty means the one of this machine.'
  if (kind === 'text[]') return `Default: nobody; at most ${highest}.`
  if (highest !== null) return `Default: ${usual ?? 'off'}; from ${lowest} to ${highest}; empty means off.`
  return `Default: ${usual}; at least ${lowest}; empty means for ever.`
}

import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Fold } from '../../parts/fold.tsx'
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
  /** Values that are offered. Others can be typed. */
  choices?: string[]
  fault?: string
}

type SectionProps = {
  id: string
  title: string
  about?: string
  settings: Setting[]
  isOpen?: boolean
  /** True if a value was typed that is not saved yet. */
  isChanged?: boolean
  fault?: string
  /** Says that this section is saved, while something is not saved in another one. */
  saved?: string
  /** Something that saving would delete, and the words that the operator must type to save nevertheless. */
  question?: { words: string; text: string }
}

export type SettingsProps = {
  sections: SectionProps[]
  /** The values as JSON, which the form sends back so that the desk knows which of them were changed. */
  seen: string
}

/**
 * Shows the settings that the operator may change, each with its meaning, its default and its bounds. Each section is
 * saved by itself. The sections are one form, so that what was typed in another one comes back with the page.
 */
export const Settings = ({ sections, seen }: SettingsProps) => (
  <form method="post" action="/settings" className="grid w-full max-w-3xl gap-3">
    <NoDefaultButton />
    <input type="hidden" name="seen" value={seen} />
    {sections.map((section) => (
      <SettingsSection key={section.id} {...section} />
    ))}
  </form>
)

/**
 * A section opens if the address of the page ends with the id of the section or of a setting in it, also without
 * scripts.
 */
function SettingsSection({
  id,
  title,
  about,
  settings,
  isOpen = false,
  isChanged = false,
  fault,
  saved,
  question,
}: SectionProps) {
  return (
    <Card data-changed={isChanged} className="group/section py-0">
      <Fold
        open={isOpen || isChanged}
        className="flex flex-wrap gap-2 px-5 py-4 text-sm text-foreground"
        title={
          <>
            <h2 className="text-base font-semibold">{title}</h2>
            <span className="hidden text-muted-foreground group-data-[changed=true]/section:inline">
              Not saved yet
            </span>
            <span className="basis-full pl-5.5 text-muted-foreground group-open/fold:hidden">
              {settings.map(({ label }) => label).join(', ')}
            </span>
          </>
        }
      >
        <div id={id} className="scroll-mt-32 px-5 text-sm">
          {about && <p className="pb-2 text-muted-foreground">{about}</p>}
          {saved && (
            <p role="status" className={`rounded-lg px-4 py-3 ${tones.good}`}>
              {saved} What is marked “Not saved yet” in other sections is not saved.
            </p>
          )}
          {fault && (
            <p role="alert" className={`rounded-lg px-4 py-3 ${tones.bad}`}>
              {fault}
            </p>
          )}
          {question && <Confirm {...question} />}
          <div className="divide-y">
            {settings.map((setting) => {
              const Field = fields[setting.shape]
              return <Field key={setting.name} {...setting} />
            })}
          </div>
          {/* The button stays in view as long as there are changes to save. */}
          <p className="bottom-14 z-10 -mx-5 rounded-b-xl border-t bg-card px-5 py-3 group-data-[changed=true]/section:sticky md:bottom-0">
            <Button name="section" value={id}>
              Save<span className="sr-only"> {title}</span>
            </Button>
          </p>
        </div>
      </Fold>
    </Card>
  )
}

const Confirm = ({ words, text }: NonNullable<SectionProps['question']>) => (
  <div role="alert" className={`grid gap-2 rounded-lg px-4 py-3 ${tones.bad}`}>
    <p>
      <strong className="font-semibold">{text}</strong> This cannot be undone, and nothing is saved yet.
    </p>
    <Label className="grid gap-1.5">
      <span>
        To save nevertheless, type <strong>{words}</strong>
      </span>
      <Input
        name="deletes"
        autoComplete="off"
        autoFocus
        className="max-w-72 bg-card text-foreground md:text-sm"
      />
    </Label>
  </div>
)

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

const Value = ({ name, label, about, value, usual, choices, fault }: Setting) => (
  <div className="grid items-start gap-x-6 gap-y-2 py-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
    <div className="min-w-0">
      <Label htmlFor={name}>{label}</Label>
      <About {...{ name, about, usual, fault }} />
    </div>
    <Input
      {...controlOf({ name, value, fault })}
      list={choices && `${name}-choices`}
      className="scroll-mb-40 tabular-nums md:text-sm"
    />
    {choices && (
      <datalist id={`${name}-choices`}>
        {choices.map((choice) => (
          <option key={choice} value={choice} />
        ))}
      </datalist>
    )}
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

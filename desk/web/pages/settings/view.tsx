import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { type Setting, settingWords, tellValue } from '../../../core/settings.ts'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { useMay } from '../../parts/may.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'
import { tones } from '../../parts/tone.tsx'
import { Field } from './field.tsx'
import { type Reply, valuesOf } from './reply.ts'

/** The section that is open, and the result of saving it. */
export type SettingsProps = { settings: Setting[]; hasKeys: boolean } & Partial<Reply>

/**
 * Each section is saved alone, but all are one form, so that what was typed in another section comes back.
 */
export const Settings = ({ settings, hasKeys, section, typed = {}, seen, ...outcome }: SettingsProps) => (
  <div className="grid w-full max-w-3xl gap-3">
    <Form call="change_settings" action="/settings" className="grid gap-3">
      <NoDefaultButton />
      {/* Tells the desk which values were changed. */}
      <input type="hidden" name="seen" value={JSON.stringify({ ...valuesOf(settings), ...seen })} />
      {settingWords.map((subject) => (
        <Subject
          key={subject.id}
          subject={subject}
          settings={settings}
          typed={typed}
          outcome={subject.id === section ? outcome : undefined}
        />
      ))}
    </Form>
    <Keys hasKeys={hasKeys} />
    <Team />
  </div>
)

type Outcome = Pick<Reply, 'faults' | 'question' | 'saved'>

type SubjectProps = {
  subject: (typeof settingWords)[number]
  settings: Setting[]
  typed: Reply['typed']
  /** Missing unless this section is open. */
  outcome?: Outcome
}

/** Opens if the address ends with the id of the section or of a setting in it, even without scripts. */
function Subject({ subject: { id, title, about, settings: words }, settings, typed, outcome }: SubjectProps) {
  const { faults = {}, question, saved } = outcome ?? {}
  const shown = Object.entries(words).flatMap(([name, words]) =>
    settings.filter((setting) => setting.name === name).map((setting) => ({ setting, words })),
  )
  const isChanged = shown.some(({ setting }) => typed[setting.name] !== undefined)
  return (
    <Card data-changed={isChanged} className="group/section py-0">
      <Fold
        open={outcome !== undefined || isChanged}
        className="flex flex-wrap gap-2 px-5 py-4 text-sm text-foreground"
        title={
          <>
            <h2 className="text-base font-semibold">{title}</h2>
            <span className="hidden text-muted-foreground group-data-[changed=true]/section:inline">
              Not saved yet
            </span>
            <span className="basis-full pl-5.5 text-muted-foreground group-open/fold:hidden">
              {shown.map(({ setting, words }) => `${words.label}: ${tellValue(setting)}`).join(' · ')}
            </span>
          </>
        }
      >
        <div id={id} className="scroll-mt-32 px-5 text-sm">
          {about && <p className="pb-2 text-muted-foreground">{about}</p>}
          {saved && (
            <p role="status" className={`rounded-lg px-4 py-3 ${tones.good}`}>
              {saved} Changes marked “Not saved yet” in other sections are not saved.
            </p>
          )}
          {Object.keys(faults).length > 0 && (
            <p role="alert" className={`rounded-lg px-4 py-3 ${tones.bad}`}>
              Nothing was saved. Check the fields that are marked below.
            </p>
          )}
          {question && <Confirm {...question} />}
          <div className="divide-y">
            {shown.map(({ setting, words }) => (
              <Field
                key={setting.name}
                setting={setting}
                words={words}
                value={typed[setting.name] ?? setting.value ?? ''}
                fault={faults[setting.name]}
              />
            ))}
          </div>
          {/* In view as long as there are changes to save. */}
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

const Keys = ({ hasKeys }: { hasKeys: boolean }) => (
  <Card id="keys" className="scroll-mt-32 py-4">
    <Form action="/settings/keys" className="flex flex-wrap items-center gap-3 px-5 text-sm">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="text-base font-semibold">Keyboard shortcuts</h2>
        <p className="text-muted-foreground">
          {hasKeys ? 'On: a letter presses the button that shows it, such as R on Calls.' : 'Off.'} This is
          for your login only. If you control your computer by voice, turn them off.
        </p>
      </div>
      <Button name="keys" value={hasKeys ? 'off' : 'on'} variant="outline" className="bg-card">
        {hasKeys ? 'Turn shortcuts off' : 'Turn shortcuts on'}
      </Button>
    </Form>
  </Card>
)

function Team() {
  const may = useMay()
  const hasMembers = may('list_members')
  if (!may('list_log')) return null
  return (
    <Card className="py-4">
      <div className="flex flex-wrap items-center gap-3 px-5 text-sm">
        <div className="min-w-0 flex-1 basis-72">
          <h2 className="text-base font-semibold">Team</h2>
          <p className="text-muted-foreground">
            {hasMembers
              ? 'Who may open the desk on the web, and what they did there.'
              : 'What each of you did on the desk on the web.'}
          </p>
        </div>
        <div className="flex gap-3">
          {hasMembers && (
            <Button asChild variant="outline" className="bg-card">
              <a href="/members">Members</a>
            </Button>
          )}
          <Button asChild variant="outline" className="bg-card">
            <a href="/log">Log</a>
          </Button>
        </div>
      </div>
    </Card>
  )
}

const Confirm = ({ words, text, typed }: NonNullable<Reply['question']>) => (
  <div role="alert" className={`grid gap-2 rounded-lg px-4 py-3 ${tones.bad}`}>
    <p>
      <strong className="font-semibold">{text}</strong> This cannot be undone, and nothing is saved yet.
    </p>
    <Label className="grid gap-1.5">
      <span>
        To save anyway, type <strong>{words}</strong>
      </span>
      <Input
        name="deletes"
        autoComplete="off"
        autoFocus
        defaultValue={typed}
        aria-invalid={typed ? true : undefined}
        className="max-w-72 bg-card text-foreground md:text-sm"
      />
    </Label>
  </div>
)

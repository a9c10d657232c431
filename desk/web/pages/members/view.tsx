import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { NativeSelect, NativeSelectOption } from '@/components/ui/native-select'
import { type Members as Listed, type ListedMember, roles } from '../../../core/members.ts'
import { tellTime } from '../../format/when.ts'
import { Fold } from '../../parts/fold.tsx'
import { Form } from '../../parts/form.tsx'
import { Hidden } from '../../parts/hidden.tsx'
import { PersonMark } from '../../parts/person-mark.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge, tones } from '../../parts/tone.tsx'

export type MembersProps = Listed & {
  isOnWeb: boolean
}

/** The forms are on the owner's machine only. */
export function Members({ members, logins, has_owner: hasOwner, isOnWeb }: MembersProps) {
  const current = members.filter(({ state }) => state !== 'removed')
  const removed = members.filter(({ state }) => state === 'removed')
  return (
    <div className="grid w-full max-w-3xl gap-4">
      {current.length > 0 && !hasOwner && (
        <p role="alert" className={`rounded-lg px-4 py-3 text-sm ${tones.wait}`}>
          Nobody here is an owner, so nobody can export, erase or change settings on the web.
        </p>
      )}
      <Section
        title="Members"
        about={
          <p className="text-sm text-muted-foreground">
            {isOnWeb
              ? 'Members are added, removed and reset at the desk on the owner’s machine.'
              : 'They open the desk on the web with a code by email and a second factor.'}{' '}
            <a href="/log" className="underline">
              What they did
            </a>
          </p>
        }
      >
        {current.length === 0 && <p className="text-sm">Nobody yet.</p>}
        <ul className="divide-y">
          {current.map((member) => (
            <MemberRow key={member.name} member={member} isOnWeb={isOnWeb} />
          ))}
        </ul>
        {removed.length > 0 && (
          <Fold title={`Removed (${removed.length})`} className="pt-3 text-sm">
            <ul className="grid gap-1 pt-2 text-sm text-muted-foreground">
              {removed.map(({ name, address, removed_at: at }) => (
                <li key={name} className="wrap-anywhere">
                  {name}, {address}
                  {at && `, removed ${tellTime(at)}`}
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </Section>
      {!isOnWeb && <AddMember />}
      {logins.length > 0 && (
        <Section title="Logins of the database">
          <p className="text-sm">
            {logins.join(', ')}: anybody with one of these passwords can read and change the leads, without a
            second factor and without a trace in the log.
          </p>
        </Section>
      )}
    </div>
  )
}

const MemberRow = ({
  member: { name, address, role, state },
  isOnWeb,
}: {
  member: ListedMember
  isOnWeb: boolean
}) => (
  <li className="grid gap-3 py-4">
    <div className="flex flex-wrap items-center gap-3">
      <PersonMark name={name} />
      <p className="mr-auto min-w-0 text-sm">
        <span className="block truncate font-medium">{name}</span>
        <span className="block text-xs wrap-anywhere text-muted-foreground">{address}</span>
      </p>
      <ToneBadge tone="quiet">{role}</ToneBadge>
      {state === 'unpinned' && <ToneBadge tone="wait">not confirmed yet</ToneBadge>}
    </div>
    {!isOnWeb && state === 'unpinned' && (
      <Form action="/members" className="flex flex-wrap items-end gap-3">
        <Hidden values={{ do: 'pin', name }} />
        <Label className="grid w-52 gap-1.5 text-xs">
          The six letters that {name} reads to you
          <Input
            name="letters"
            required
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            className="uppercase tracking-widest md:text-sm"
          />
        </Label>
        <Button>Confirm</Button>
      </Form>
    )}
    {!isOnWeb && (
      <Fold title="Lost phone, or leaving…">
        <div className="flex flex-wrap gap-3 pt-2">
          <Form action="/members">
            <Hidden values={{ do: 'reset', name }} />
            <Button variant="outline" size="sm" className="bg-card">
              Reset the second factor<span className="sr-only"> of {name}</span>
            </Button>
          </Form>
          <Form action="/members">
            <Hidden values={{ do: 'remove', name }} />
            <Button variant="destructive" size="sm">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          </Form>
        </div>
      </Fold>
    )}
  </li>
)

const AddMember = () => (
  <Section title="Add a member">
    <Form action="/members" className="grid gap-4">
      <Hidden values={{ do: 'add' }} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Label className="grid gap-1.5">
          <span>Name for the log, such as ada</span>
          <Input
            name="name"
            required
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            className="md:text-sm"
          />
        </Label>
        <Label className="grid gap-1.5">
          <span>Email address</span>
          <Input
            name="address"
            type="email"
            required
            maxLength={254}
            autoComplete="off"
            className="md:text-sm"
          />
        </Label>
      </div>
      <Label className="grid gap-1.5">
        <span>Role</span>
        <NativeSelect name="role" defaultValue="colleague" aria-describedby="roles" className="md:text-sm">
          {Object.keys(roles).map((role) => (
            <NativeSelectOption key={role} value={role}>
              {role}
            </NativeSelectOption>
          ))}
        </NativeSelect>
      </Label>
      {/* A phone would cut it off in the options. */}
      <ul id="roles" className="grid gap-1 text-xs text-muted-foreground">
        {Object.entries(roles).map(([role, words]) => (
          <li key={role}>
            <span className="font-medium text-foreground">{role}</span> {words}
          </li>
        ))}
      </ul>
      <Button className="justify-self-start">Add</Button>
    </Form>
  </Section>
)

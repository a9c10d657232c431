import { actWords, type LogEntry, outcomeOf } from '../../../core/log.ts'
import { tellTime } from '../../format/when.ts'
import { BackLink } from '../../parts/back-link.tsx'
import { Section } from '../../parts/section.tsx'
import { ToneBadge } from '../../parts/tone.tsx'

export type LogProps = {
  entries: LogEntry[]
  /** Of one person only. */
  person?: string
  /** Of the older entries. */
  older?: string
}

export const Log = ({ entries, person, older }: LogProps) => (
  <div className="grid w-full max-w-3xl gap-4">
    {person && <BackLink label="Back to the person" href={`/leads/${person}`} />}
    <Section
      title="Who did what"
      about={
        <p className="text-sm text-muted-foreground">
          Everything that members did on the web, and which people they opened. Searches and lists are not
          logged.
        </p>
      }
    >
      {entries.length === 0 && <p className="text-sm">Nothing yet.</p>}
      <LogList entries={entries} hasPerson={!person} />
      {older && (
        <p className="pt-3 text-sm">
          <a href={older} className="underline">
            Older entries
          </a>
        </p>
      )}
    </Section>
  </div>
)

/** `hasPerson` names the person of each entry. */
export const LogList = ({ entries, hasPerson }: { entries: LogEntry[]; hasPerson: boolean }) => (
  <ul className="divide-y text-sm">
    {entries.map((entry) => (
      <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-2">
        <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
          <strong className="font-semibold">{entry.member}</strong> {actWords(entry)}
          {hasPerson && entry.person && (
            <>
              {': '}
              <a href={`/leads/${entry.person}`} className="underline">
                {entry.person_name || 'a person'}
              </a>
            </>
          )}{' '}
          {outcomeOf(entry) && <ToneBadge tone="wait">{outcomeOf(entry)}</ToneBadge>}
        </span>
        <time dateTime={entry.at} className="shrink-0 text-xs text-muted-foreground">
          {tellTime(entry.at)}
        </time>
      </li>
    ))}
  </ul>
)

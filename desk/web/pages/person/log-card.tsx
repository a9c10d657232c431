import { Section } from '../../parts/section.tsx'
import { LogList } from '../log/view.tsx'
import type { PersonProps } from './address.ts'

const shown = 5

/** Who opened or changed the person on the web. No card if nobody did. */
export const LogCard = ({ person: { id }, log = [] }: PersonProps) =>
  log.length > 0 && (
    <Section title="On the web">
      <LogList entries={log.slice(0, shown)} hasPerson={false} />
      {log.length > shown && (
        <a href={`/log?person=${id}`} className="text-sm underline">
          All of it
        </a>
      )}
    </Section>
  )

import { Badge } from '@/components/ui/badge'
import { mailtoUrl } from '../../../../../supabase/functions/_shared/mailto-url.ts'
import { type Lead, nameOf } from '../../../../core/lead.ts'
import { dateOf } from '../../../../core/period.ts'
import { noteKinds } from '../../../../core/words.ts'
import { tellDay } from '../../../format/when.ts'
import { withQuery } from '../../../format/with-query.ts'
import { PersonMark } from '../../../parts/person-mark.tsx'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

const Tag = ({ text, isDoubt = false }: { text: string; isDoubt?: boolean }) => (
  <Badge
    variant={isDoubt ? 'ghost' : 'outline'}
    className={`mr-1 rounded-md font-normal ${isDoubt ? tones.wait : ''}`}
  >
    {text}
  </Badge>
)

const hasEarlier = (lead: Lead, state: 'failed' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length

const Tags = ({ lead, lead: { call_again_on: callOn, noted } }: { lead: Lead }) => (
  <>
    {lead.suspected_bot && <Tag text="bot?" isDoubt />}
    {lead.preview && <Tag text="preview" />}
    {callOn && <Tag text={`call on ${tellDay(callOn)}`} />}
    {noted && (
      <Tag text={`${noteKinds[noted.kind] ?? noted.kind} ${tellDay(dateOf(new Date(noted.created_at)))}`} />
    )}
    {lead.changes > 0 && <Tag text="has since given other data" />}
    {hasEarlier(lead, 'failed') && <Tag text="an earlier mail failed" />}
    {hasEarlier(lead, 'held') && <Tag text="an earlier mail is on hold" />}
  </>
)

/** Who it is, with what is unusual about them. */
export const person: Column = {
  label: 'Person',
  place: 'md:min-w-52 max-md:pr-24',
  orders: ['name', 'name-down'],
  Cell({ lead, lead: { id, email }, list }) {
    const at = email.lastIndexOf('@')
    return (
      <div className="flex items-center gap-3">
        <PersonMark name={nameOf(lead)} />
        <div className="min-w-0">
          <a
            href={withQuery(`/leads/${id}`, { list })}
            className="mr-2 font-medium wrap-anywhere hover:underline"
          >
            {nameOf(lead)}
          </a>
          <Tags lead={lead} />
          <a href={mailtoUrl(email)} className={`${small} wrap-anywhere hover:underline`}>
            {email.slice(0, at)}
            <wbr />
            {email.slice(at)}
          </a>
        </div>
      </div>
    )
  },
}

import { Badge } from '@/components/ui/badge'
import { type Lead, nameOf } from '../../../../core/lead.ts'
import { withQuery } from '../../../format/with-query.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

const Tag = ({ text, isDoubt = false }: { text: string; isDoubt?: boolean }) => (
  <Badge
    variant={isDoubt ? 'ghost' : 'outline'}
    className={`shrink-0 rounded-md py-0 font-normal ${isDoubt ? tones.wait : ''}`}
  >
    {text}
  </Badge>
)

const hasEarlier = (lead: Lead, state: 'failed' | 'held') =>
  lead[state] > lead.mails.filter(({ status }) => status === state).length

/** With what is unusual about them. The link fills the cell, and on a phone the card. */
export const person: Column = {
  label: 'Person',
  place: 'max-md:w-full md:relative md:max-w-40 md:min-w-40 min-[90rem]:max-w-44 2xl:max-w-80',
  orders: ['name', 'name-down'],
  Cell: ({ lead, lead: { id, email, suspected_bot: isBot, preview: isPreview }, list }) => (
    <>
      <span className="flex items-center gap-1.5 max-md:pr-24">
        <a
          href={withQuery(`/leads/${id}`, { list })}
          className="min-w-0 truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          {nameOf(lead)}
        </a>
        {isBot && <Tag text="bot?" isDoubt />}
        {isPreview && <Tag text="preview" />}
        {hasEarlier(lead, 'failed') && <Tag text="an earlier email failed" />}
        {hasEarlier(lead, 'held') && <Tag text="an earlier email is on hold" />}
      </span>
      <span className={`${small} truncate max-md:pr-40 max-md:leading-6`}>{email}</span>
    </>
  ),
}

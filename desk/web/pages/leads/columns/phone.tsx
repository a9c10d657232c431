import Phone from 'lucide-react/icons/phone'
import { Badge } from '@/components/ui/badge'
import { consentWords } from '../../../../core/consent-words.ts'
import { tellPhone } from '../../../format/tell-phone.ts'
import { tones } from '../../../parts/tone.tsx'
import { type Column, small } from './column.ts'

/** In international form, and as typed if that differs. */
export const phone: Column = {
  label: 'Phone',
  place: 'max-md:absolute max-md:top-7 max-md:right-3 max-md:z-1',
  Cell({
    lead: { phone: typed, phone_e164: number, country_code: country, consent, confirmed_at: confirmedAt },
  }) {
    if (number === null)
      return (
        <>
          <Badge className={`max-w-44 rounded-md ${tones.bad}`}>
            <span className="truncate">{`${typed}: not valid`}</span>
          </Badge>
          <small className={`${small} max-md:hidden`}>{`form: ${country}`}</small>
        </>
      )
    const isSame = number.endsWith(typed.replaceAll(/\D/g, '').replace(/^0+/, ''))
    // The consent's column says it too, until something comes after it.
    const isNews = confirmedAt && consent !== 'confirmed'
    const note = [!isSame && typed, isNews && consentWords.confirmed].filter(Boolean).join(' · ')
    return (
      <>
        {/* A finger needs more room than the line has, which must not move. */}
        <a
          href={`tel:${number}`}
          className="inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap tabular-nums hover:underline max-md:text-xs max-md:pointer-coarse:-my-2.5"
        >
          <Phone aria-hidden="true" className="size-3.5 text-muted-foreground md:hidden" />
          {tellPhone(number)}
        </a>
        {note && <small className={`${small} max-w-40 truncate max-md:hidden`}>{note}</small>}
      </>
    )
  },
}

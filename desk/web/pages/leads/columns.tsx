import { booking } from './columns/booking.tsx'
import type { Column } from './columns/column.ts'
import { consent } from './columns/consent.tsx'
import { mails } from './columns/mails.tsx'
import { outcome } from './columns/outcome.tsx'
import { person } from './columns/person.tsx'
import { phone } from './columns/phone.tsx'
import { since } from './columns/since.tsx'
import { source } from './columns/source.tsx'
import { watched } from './columns/watched.tsx'

/** The first one names the row. A small laptop scrolls to the last one. */
export const columns: Column[] = [person, phone, since, source, consent, outcome, booking, watched, mails]

import { countedPeople, grouped } from '../../core/figures.ts'
import type { LeadList } from '../../core/lead.ts'

/** Each page counts people and texts exactly up to this number. The SQL functions count one more. */
export const mostCounted = 5000

/** Above `mostCounted`, it is “5,000+”. */
export const shortAmount = (persons: number) =>
  persons > mostCounted ? `${grouped(mostCounted)}+` : grouped(persons)

/** Above `mostCounted`, it is “more than …”. */
export const renderAmount = (persons: number) =>
  persons > mostCounted ? `more than ${grouped(mostCounted)} people` : countedPeople(persons)

/** Such as “about 8,100 people”. Empty if nobody counted them. */
export const tellCount = ({ count, count_is: is }: Pick<LeadList, 'count' | 'count_is'>) =>
  count === null ? '' : `${is === 'exact' ? '' : `${is} `}${countedPeople(count)}`

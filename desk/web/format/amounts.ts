import { countedPeople, grouped } from '../../core/figures.ts'
import type { LeadList } from '../../core/lead.ts'

/** Up to this number, persons and texts are counted exactly, on each page. The SQL functions count one more. */
export const mostCounted = 5000

/** Returns a number of persons in few characters. If the number is above `mostCounted`, it is “5,000+”. */
export const shortAmount = (persons: number) =>
  persons > mostCounted ? `${grouped(mostCounted)}+` : grouped(persons)

/** Returns a number of persons as a text. If the number is above `mostCounted`, the text is “more than …”. */
export const renderAmount = (persons: number) =>
  persons > mostCounted ? `more than ${grouped(mostCounted)} people` : countedPeople(persons)

/** Returns how many people a list has as a text: “about 8,100 people”. Empty if nobody has counted them. */
export const tellCount = ({ count, count_is: is }: Pick<LeadList, 'count' | 'count_is'>) =>
  count === null ? '' : `${is === 'exact' ? '' : `${is} `}${countedPeople(count)}`

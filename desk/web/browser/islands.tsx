import { BulkBar } from '../pages/leads/bulk-bar.tsx'
import { FindPerson } from '../parts/find-person.tsx'
import { NewPeople } from '../parts/new-people.tsx'

/** Only these components reach the browser as code. */
export const islands = { BulkBar, FindPerson, NewPeople }

export type IslandName = keyof typeof islands

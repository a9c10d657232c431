import { trustCopy } from '@/site/copy'
import { Person } from './person'

/** Says who gives the training, if the operator has named this person in site/copy.ts. */
export function Presenter() {
  const { presenter } = trustCopy
  if (!presenter) return null
  return (
    <div className="mb-6 low:mt-5 low:mb-0">
      <Person {...presenter} />
    </div>
  )
}

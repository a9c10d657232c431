import { sourceKind, sourceWords, variantWords } from '../../../../core/words.ts'
import { type Column, small } from './column.ts'

/** Also has the variant of the page that they saw. */
export const source: Column = {
  label: 'Source',
  place: 'max-md:hidden',
  orders: ['source', 'source-down'],
  Cell: ({ lead: { source, variant } }) => (
    <>
      <span className="block max-w-28 truncate">{sourceWords(source)}</span>
      <small className={`${small} max-w-28 truncate`}>
        {[sourceKind(source), variant && variantWords(variant)].filter(Boolean).join(' · ')}
      </small>
    </>
  ),
}

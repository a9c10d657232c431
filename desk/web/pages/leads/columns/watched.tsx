import type { Column } from './column.ts'

/** Empty below a quarter. */
export const watched: Column = {
  label: 'Watched',
  place: '',
  orders: ['watched-down', 'watched'],
  Cell: ({ lead: { watched_percent: percent } }) =>
    percent ? (
      <span className="whitespace-nowrap tabular-nums max-md:text-xs max-md:text-muted-foreground">
        <span className="md:hidden">watched </span>
        {`${percent} %`}
      </span>
    ) : null,
}

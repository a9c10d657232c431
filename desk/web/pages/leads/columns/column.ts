import type { ComponentType } from 'react'
import type { Lead } from '../../../../core/lead.ts'

/** A column of the list. */
export type Column = {
  label: string
  /** The width of the column, and its place on a phone, which shows each person as a card. */
  place: string
  /** By these orders a click on the heading sorts the list: the first one, and then the opposite. */
  orders?: [string, string]
  /** What the column shows of a person. `list` is the query string of the list that the operator sees. */
  Cell: ComponentType<{ lead: Lead; list: string }>
}

/** How a second line of a cell looks. */
export const small = 'block text-xs text-muted-foreground'

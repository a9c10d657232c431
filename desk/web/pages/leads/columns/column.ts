import type { ComponentType } from 'react'
import type { Lead } from '../../../../core/lead.ts'

export type Column = {
  label: string
  /** The width of the column, and its place on a phone, which shows each person as a card. */
  place: string
  /** A click on the heading sorts by the first, and then by the opposite. */
  orders?: [string, string]
  /** `list` is the query string of the list that the operator sees. */
  Cell: ComponentType<{ lead: Lead; list: string }>
}

/** How a second line of a cell looks. */
export const small = 'block text-xs text-muted-foreground'

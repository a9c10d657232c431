import type { ComponentType } from 'react'
import type { Lead } from '../../../../core/lead.ts'

export type Column = {
  label: string
  /** The width of the column, and its place on a phone, where each person is a card. */
  place: string
  /** A click on the heading sorts by the first, and another by the second. */
  orders?: [string, string]
  /** `list` is the query string of the list that the operator sees. */
  Cell: ComponentType<{ lead: Lead; list: string }>
}

/** A second line of a cell. */
export const small = 'block text-xs text-muted-foreground'

/** The SQL function desk.list_leads accepts the same. */
export const orders: Record<string, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  'name-down': 'Name, Z to A',
  source: 'Source, A to Z',
  'source-down': 'Source, Z to A',
  'watched-down': 'Watched, most first',
  watched: 'Watched, least first',
  'outcome-down': 'Outcome, won first',
  outcome: 'Outcome, open first',
  'value-down': 'Value, highest first',
  value: 'Value, lowest first',
}

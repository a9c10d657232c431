/** Carries the fields of a post, URL-encoded, from proxy.ts to the page that answers it in place of the action. */
export const postedFieldsHeader = 'x-posted-fields'

/** Reads the fields again, as form data. */
export function postedFields(encoded: string): FormData {
  const fields = new FormData()
  for (const [name, value] of new URLSearchParams(encoded)) fields.set(name, value)
  return fields
}

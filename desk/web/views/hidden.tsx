/** Hidden fields of a form for the values that are not empty. */
export const Hidden = ({ values }: { values: Record<string, string> }) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

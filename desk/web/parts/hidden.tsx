/** Empty values get no field. */
export const Hidden = ({ values }: { values: Record<string, string> }) =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** Deeper values overflow the stack of the embedded database. */
const maxLevels = 100

/** Parses a JSON object, an empty text as one without members; undefined for everything else, or deeper than 100 levels. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text || '{}')
    const isObject = value && typeof value === 'object' && !Array.isArray(value)
    return isObject && !isDeeper(value, maxLevels) ? value : undefined
  } catch {
    return undefined
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1))
}

type Migration = { name: string; sql: string }

const way =
  'Put it back as it was, and write the change as a new migration: databases that have this one skip it.'

/**
 * Compares the migrations with those of the last release. Returns a sentence for each released migration that was
 * changed or is missing. Also returns one for each new migration whose time is before the last release.
 */
export function findMigrationEdits(released: Migration[], present: Migration[]): string[] {
  const sqlOf = new Map(present.map(({ name, sql }) => [name, sql]))
  const kept = released.flatMap(({ name, sql }) => {
    if (!sqlOf.has(name)) return [`${name} is missing. ${way}`]
    return sqlOf.get(name) === sql ? [] : [`${name} was edited. ${way}`]
  })
  const last = released.at(-1)?.name ?? ''
  const isReleased = new Set(released.map(({ name }) => name))
  const early = present.filter(({ name }) => name < last && !isReleased.has(name))
  return [
    ...kept,
    ...early.map(
      ({ name }) => `${name} is older than ${last}, so supabase db push refuses it. Give it a later time.`,
    ),
  ]
}

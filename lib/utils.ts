/** Joins class names and skips empty values. `tailwind-merge` would be larger than all other code of the page. */
export const cn = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

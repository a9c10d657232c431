/** Joins class names and skips empty values. `tailwind-merge` would be larger than all of the page's own code. */
export const cn = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

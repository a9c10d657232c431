/** Joins class names and leaves out what is not one. Without `tailwind-merge`, which is larger than all of the page's own code. */
export const cn = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')

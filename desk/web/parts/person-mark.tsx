const grounds = [
  'bg-bar text-wait',
  'bg-accent text-accent-foreground',
  'bg-blue-ground text-blue',
  'bg-violet-ground text-violet',
]

/** The first emoji or digit of a name without letters, or a question mark. */
const signOf = (name: string) =>
  [...new Intl.Segmenter('en').segment(name)].find(({ segment }) =>
    /^[\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(segment),
  )?.segment ?? '?'

/** Initials on one of four colours, always the same for a name. No state uses these colours. */
export function PersonMark({ name }: { name: string }) {
  const words = name.split(/[\s@._-]+/).filter((word) => /^\p{L}/u.test(word))
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word = '') => [...word][0] ?? '',
  )
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0)
  return (
    <span
      aria-hidden="true"
      className={`grid size-8 shrink-0 place-items-center rounded-full text-xs font-semibold ${grounds[sum % grounds.length]}`}
    >
      {initials.join('').toUpperCase() || signOf(name)}
    </span>
  )
}

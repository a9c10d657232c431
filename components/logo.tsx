import { brand } from '@/supabase/functions/_shared/site'

/** The mark, three rising bars that turn into an arrow, and the brand's name. */
export function Logo() {
  return (
    <span className="flex items-center gap-3 font-bold text-lg tracking-tight">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path
          d="M8.5 23v-5.5M14.5 23v-9.5M20.5 23V10m-5 4.5 5-5 5 5"
          className="fill-none stroke-ink"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {brand}
    </span>
  )
}

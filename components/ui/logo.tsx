import { brand } from '@/supabase/functions/_shared/brand'
import { colors } from '@/supabase/functions/_shared/colors'

/** The logo: three rising bars that turn into an arrow, and the brand's name. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill={colors.primary} />
        <path
          d="M8.5 23v-5.5m6 5.5v-9.5m6 9.5V10m-5 4.5 5-5 5 5"
          fill="none"
          stroke={colors.background}
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {brand}
    </>
  )
}

import { brand } from '@/supabase/functions/_shared/brand'
import { colors } from '@/supabase/functions/_shared/colors'

/** The logo: a line from a first stop to a larger last one, and the brand's name. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill={colors.primary} />
        <g fill={colors.background}>
          <path d="M8 14.25h12v3.5H8z" />
          <circle cx="8" cy="16" r="3" />
          <circle cx="22" cy="16" r="5" />
        </g>
      </svg>
      {brand}
    </>
  )
}

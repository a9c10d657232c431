import { brand } from './brand'
import { theme } from './colors'

/** The logo: a line from a first stop to a larger last one, and the brand's name. */
export function Logo() {
  return (
    <>
      <svg viewBox="0 0 32 32" width="32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill={theme.accent} />
        <g fill={theme.ink}>
          <path d="M8 14.25h12v3.5H8z" />
          <circle cx="8" cy="16" r="3" />
          <circle cx="22" cy="16" r="5" />
        </g>
      </svg>
      {brand}
    </>
  )
}

import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'
import styles from 'sonner/dist/styles.css'
import { colors } from '@/supabase/functions/_shared/colors'

/** The page's colours; sonner's own rich colours miss AA contrast. */
const look = {
  '--success-bg': colors.raised,
  '--success-border': colors.accent,
  '--success-text': 'inherit',
  '--error-bg': '#571a14',
  '--error-border': colors.danger,
  '--error-text': '#ffece9',
  '--border-radius': '1rem',
  fontFamily: 'inherit',
  textAlign: 'start',
} as CSSProperties

const toastOptions = {
  // Beside the title, not in the middle of what follows it.
  style: { padding: '1rem 1.25rem', fontSize: '1rem', alignItems: 'start' },
  classNames: { icon: 'mt-1' },
}

/**
 * A place for toasts; those sent with the same `toasterId` appear here, announced under its label. Its styles are a file
 * that comes with the scripts (see next.config.mjs): among the page's own they would make its HTML half as large again.
 */
export function Toaster({ id, label }: { id: string; label: string }) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="toaster" />
      <Sonner
        id={id}
        customAriaLabel={label}
        theme="dark"
        position="top-center"
        richColors
        style={look}
        toastOptions={toastOptions}
      />
    </>
  )
}

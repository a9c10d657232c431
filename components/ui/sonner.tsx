import type { CSSProperties } from 'react'
import { Toaster as Sonner, type ToasterProps } from 'sonner'

/** Sonner's rich colours have less contrast than AA requires. */
const look = {
  '--success-bg': 'var(--card)',
  '--success-border': 'var(--primary)',
  '--success-text': 'inherit',
  '--error-bg': 'color-mix(in srgb, var(--destructive) 25%, black)',
  '--error-border': 'var(--destructive)',
  '--error-text': 'color-mix(in srgb, var(--destructive) 15%, white)',
  '--border-radius': '1rem',
  // In a low window no wider than the column beside the video.
  '--width': 'min(356px, 43vw)',
  fontFamily: 'inherit',
  textAlign: 'start',
} as CSSProperties

const toastOptions = {
  style: { padding: '0.75rem min(1.25rem, 5vw)', fontSize: '0.9375rem', lineHeight: 1.4, alignItems: 'start' },
  classNames: { icon: 'mt-1' },
}

/** The styles are in the scripts, because they would double the HTML. */
export function Toaster({ label, ...props }: ToasterProps & { label: string }) {
  return (
    <Sonner
      customAriaLabel={label}
      theme="dark"
      richColors
      style={look}
      toastOptions={toastOptions}
      {...props}
    />
  )
}

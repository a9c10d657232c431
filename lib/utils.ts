import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class names. If two names contradict each other, the later name stays. */
export const cn = (...names: ClassValue[]) => twMerge(clsx(names))

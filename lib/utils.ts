import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Of contradicting class names the later one stays. */
export const cn = (...names: ClassValue[]) => twMerge(clsx(names))

import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** If two class names contradict each other, the later one stays. */
export const cn = (...names: ClassValue[]) => twMerge(clsx(names))

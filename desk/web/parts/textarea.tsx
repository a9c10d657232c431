import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea
    spellCheck={false}
    className={cn(
      'min-w-0 rounded-md border border-input bg-background px-3 py-2 text-base focus-visible:outline-offset-0 aria-invalid:border-destructive md:text-sm',
      className,
    )}
    {...props}
  />
)

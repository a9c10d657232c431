import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'

/** `cta` and `size="cta"` are ours, for the page's call to action. */
export const buttonVariants = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-md border border-transparent text-center text-sm font-semibold disabled:pointer-events-none disabled:opacity-50 [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground hover:opacity-90',
        // A transparent border shows only in forced-colours mode, where the browser drops the background.
        cta: 'bg-primary font-extrabold text-primary-foreground hover:opacity-90 aria-disabled:opacity-70',
        destructive: 'border-destructive text-destructive hover:bg-accent',
        outline: 'border-border bg-background hover:bg-accent hover:text-accent-foreground',
        secondary: 'bg-secondary text-secondary-foreground hover:opacity-90',
        ghost: 'hover:bg-accent hover:text-accent-foreground',
      },
      // Heights are minimums and the text may wrap, so that nothing is cut off at double text size.
      size: {
        default: 'min-h-9 px-4 py-1.5',
        sm: 'min-h-8 gap-1.5 px-3 py-1',
        cta: 'min-h-14 rounded-lg px-[min(1.75rem,5vw)] py-3 text-lg',
        'icon-sm': 'size-8',
        'icon-lg': 'size-11',
      },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

export function Button({
  className,
  variant = 'default',
  size = 'default',
  asChild = false,
  ...props
}: ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'button'
  return <Comp data-slot="button" className={cn(buttonVariants({ variant, size, className }))} {...props} />
}

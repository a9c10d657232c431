import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/utils'
import type { Icon } from './icon.ts'

type MenuProps = {
  id: string
  label: ReactNode
  Icon: Icon
  className?: string
  menuClassName?: string
  children: ReactNode
}

/**
 * On a phone at the foot of the screen. The browser opens it, even without scripts, and closes it on Escape
 * or a press beside it.
 */
export const Menu = ({ id, label, Icon, className, menuClassName, children }: MenuProps) => (
  <>
    <Button
      type="button"
      popoverTarget={id}
      variant="outline"
      className={cn('bg-card px-3 print:hidden', className)}
    >
      <Icon aria-hidden="true" />
      {label}
      <ChevronDown aria-hidden="true" className="text-muted-foreground max-lg:hidden" />
    </Button>
    <div
      id={id}
      popover="auto"
      className={cn(
        'menu max-h-[85dvh] max-w-[calc(100vw-2rem)] overflow-y-auto rounded-xl border bg-popover p-4 text-sm text-popover-foreground shadow-lg max-md:fixed max-md:inset-x-0 max-md:top-auto max-md:bottom-0 max-md:m-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:pb-8',
        menuClassName,
      )}
    >
      {children}
    </div>
  </>
)

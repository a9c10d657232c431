import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

type FoldProps = { title: ReactNode; open?: boolean; className?: string; children: ReactNode }

/** Opens even if scripts are off. */
export const Fold = ({ title, open, className, children }: FoldProps) => (
  <details open={open} className="group/fold">
    <summary
      className={cn(
        'inline-flex cursor-pointer list-none items-center gap-1 text-xs text-muted-foreground hover:text-foreground',
        className,
      )}
    >
      <ChevronRight aria-hidden="true" className="size-3.5 shrink-0 group-open/fold:rotate-90" />
      {title}
    </summary>
    {children}
  </details>
)

import type { ReactNode } from 'react'
import { Card, CardContent, CardFooter, CardHeader, CardTitle } from '@/components/ui/card'
import { cn } from '@/lib/utils'

type SectionProps = {
  title: ReactNode
  /** The section's place in the page's address. */
  id?: string
  about?: ReactNode
  beside?: ReactNode
  foot?: ReactNode
  className?: string
  contentClassName?: string
  children: ReactNode
}

export const Section = ({
  title,
  id,
  about,
  beside,
  foot,
  className,
  contentClassName,
  children,
}: SectionProps) => (
  <Card id={id} className={cn('gap-3 py-5', id && 'scroll-mt-20', className)}>
    <CardHeader className={cn('px-5', beside && 'flex flex-wrap items-center justify-between')}>
      <CardTitle>
        <h2>{title}</h2>
      </CardTitle>
      {about}
      {beside}
    </CardHeader>
    <CardContent className={cn('px-5', contentClassName)}>{children}</CardContent>
    {foot && <CardFooter className="px-5">{foot}</CardFooter>}
  </Card>
)

import type { ReactNode } from 'react'
import {
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'

type QuestionProps = {
  id: string
  title: string
  /** What happens after a yes. */
  children: ReactNode
  no: string
  /** Posts the form around the question. */
  yes: ReactNode
}

/** For what cannot be undone. A DialogTrigger with the same id opens it. */
export const Question = ({ id, title, children, no, yes }: QuestionProps) => (
  <DialogContent id={id} closedby="any" aria-labelledby={`${id}-title`} showCloseButton={false}>
    <DialogHeader>
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogDescription>{children}</DialogDescription>
    </DialogHeader>
    <DialogFooter>
      <DialogClose commandfor={id} variant="outline">
        {no}
      </DialogClose>
      {yes}
    </DialogFooter>
  </DialogContent>
)

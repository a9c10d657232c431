import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import {
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'

type MailQuestionProps = {
  id: string
  /** What the form posts as `do` if the operator says yes. */
  act: 'send' | 'drop'
  whose: ReactNode
}

const words = {
  send: {
    title: 'Send these mails?',
    outcome: 'go out within a minute.',
    no: 'Do not send',
    yes: 'Send the mails',
  },
  drop: {
    title: 'Drop these mails?',
    outcome: 'will never be sent. The people stay in the list.',
    no: 'Keep them',
    yes: 'Drop the mails',
  },
}

/** Asks the operator to confirm before mails are sent or dropped. */
export function MailQuestion({ id, act, whose }: MailQuestionProps) {
  const { title, outcome, no, yes } = words[act]
  return (
    <DialogContent id={id} closedby="any" aria-labelledby={`${id}-title`} showCloseButton={false}>
      <DialogHeader>
        <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
        <DialogDescription>
          The mails to {whose} {outcome}
        </DialogDescription>
      </DialogHeader>
      <DialogFooter>
        <DialogClose commandfor={id} variant="outline">
          {no}
        </DialogClose>
        <Button name="do" value={act} variant={act === 'drop' ? 'destructive' : 'default'}>
          {yes}
        </Button>
      </DialogFooter>
    </DialogContent>
  )
}

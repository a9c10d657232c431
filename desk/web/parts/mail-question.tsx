import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Question } from './question.tsx'

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
    <Question
      id={id}
      title={title}
      no={no}
      yes={
        <Button name="do" value={act} variant={act === 'drop' ? 'destructive' : 'default'}>
          {yes}
        </Button>
      }
    >
      The mails to {whose} {outcome}
    </Question>
  )
}

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Question } from './question.tsx'

type MailQuestionProps = {
  id: string
  /** Posted as `do` after a yes. */
  act: 'send' | 'drop'
  whose: ReactNode
  /** If not only emails are sent or dropped. */
  noun?: 'email' | 'message'
}

const words = {
  send: {
    title: 'Send these',
    outcome: 'go out within a minute.',
    no: 'Do not send',
    yes: 'Send the',
  },
  drop: {
    title: 'Drop these',
    outcome: 'will never be sent. The people stay in the list.',
    no: 'Keep them',
    yes: 'Drop the',
  },
}

export function MailQuestion({ id, act, whose, noun = 'email' }: MailQuestionProps) {
  const { title, outcome, no, yes } = words[act]
  return (
    <Question
      id={id}
      title={`${title} ${noun}s?`}
      no={no}
      yes={
        <Button name="do" value={act} variant={act === 'drop' ? 'destructive' : 'default'}>
          {`${yes} ${noun}s`}
        </Button>
      }
    >
      {`The ${noun}s`} {noun === 'email' ? 'to' : 'about'} {whose} {outcome}
    </Question>
  )
}

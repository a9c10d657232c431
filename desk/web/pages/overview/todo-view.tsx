import ArrowRight from 'lucide-react/icons/arrow-right'
import Clock from 'lucide-react/icons/clock'
import MailWarning from 'lucide-react/icons/mail-warning'
import MessageSquare from 'lucide-react/icons/message-square'
import Phone from 'lucide-react/icons/phone'
import ShieldQuestion from 'lucide-react/icons/shield-question-mark'
import { DialogTrigger } from '@/components/ui/dialog'
import { Hidden } from '../../parts/hidden.tsx'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { NoDefaultButton } from '../../parts/no-default-button.tsx'

const kinds = {
  failed: { icon: MailWarning, look: 'bg-bad-ground text-bad' },
  held: { icon: ShieldQuestion, look: 'bg-wait-ground text-wait' },
  late: { icon: Clock, look: 'bg-wait-ground text-wait' },
  call: { icon: Phone, look: 'bg-wait-ground text-wait' },
  text: { icon: MessageSquare, look: 'bg-wait-ground text-wait' },
}

export type TodoProps = {
  todo: { kind: keyof typeof kinds; text: string; hint: string; href?: string }[]
  /** A text that says how many people have held mails, which can be sent or dropped. */
  held?: string
}

/** What waits for the operator. */
export const Todo = ({ todo, held }: TodoProps) => (
  <ul className="flex flex-col gap-2 sm:flex-row sm:flex-wrap" aria-label="What to do">
    {todo.length === 0 && (
      <li className="rounded-xl bg-good-ground px-4 py-2.5 text-sm font-medium text-good">
        Nothing waits for you.
      </li>
    )}
    {todo.map(({ kind, text, hint, href }) => {
      const { icon: Icon, look } = kinds[kind]
      const content = (
        <>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {text}
          {href ? (
            <ArrowRight aria-hidden="true" className="ml-auto size-4 shrink-0" />
          ) : (
            <span className="font-normal">{hint}</span>
          )}
        </>
      )
      const box = `flex flex-1 items-center ${href ? '' : 'flex-wrap'} gap-2.5 rounded-xl px-4 py-2.5 text-sm font-medium ${look}`
      return (
        <li key={text} className="flex gap-2">
          {href ? (
            <a href={href} title={hint} className={box}>
              {content}
            </a>
          ) : (
            <p className={box}>{content}</p>
          )}
          {kind === 'held' && held && (
            <form method="post" action="/mails" className="flex gap-2">
              <NoDefaultButton />
              <Hidden values={{ status: kind, list: 'mails=held', all: held }} />
              <DialogTrigger commandfor="send" variant="outline" className="h-full bg-card">
                Send…<span className="sr-only"> what is on hold</span>
              </DialogTrigger>
              <DialogTrigger commandfor="drop" variant="outline" className="h-full bg-card">
                Drop…<span className="sr-only"> what is on hold</span>
              </DialogTrigger>
              <MailQuestion id="send" act="send" whose={held} />
              <MailQuestion id="drop" act="drop" whose={held} />
            </form>
          )}
        </li>
      )
    })}
  </ul>
)

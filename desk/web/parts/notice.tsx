import { Button } from '@/components/ui/button'
import type { Notice, Opened, Typed, Undo } from '../server/acts.ts'
import { Fold } from './fold.tsx'
import { Form } from './form.tsx'
import { Hidden } from './hidden.tsx'
import { Key } from './key.tsx'

/** What was just done, or its result, with what to do next. */
export function NoticeBox({ text, undo, again, typed, asked }: Notice) {
  const entered = typed && tellTyped(typed.values)
  return (
    <div
      // The browser writes it back into its form.
      data-typed={typed && JSON.stringify(typed)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-l-4 border-l-chart bg-card px-4 py-3 text-sm"
    >
      <p role="status" className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">
        {text}
        {entered && <noscript> {entered}</noscript>}
      </p>
      {again && (
        <a href={again} className="underline">
          See the result
        </a>
      )}
      {undo && <UndoForm {...undo} hasKey />}
      {typed && asked && (
        <Form action={typed.action} className="flex flex-wrap gap-2">
          <Hidden values={without(typed.values, asked.field)} />
          {asked.choices.map(([words, value]) => (
            <Button key={value} name={asked.field} value={value} variant="outline" className="bg-card">
              {words}
            </Button>
          ))}
        </Form>
      )}
    </div>
  )
}

export const LastActs = ({ acts }: { acts: Opened['undos'] }) =>
  acts.length > 0 && (
    <Fold title="What you did recently" className="text-sm">
      <ul className="mt-2 grid gap-2 text-sm">
        {acts.map(({ id, sentence, undo }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <UndoForm {...undo} id={id} of={sentence} />
            <span className="min-w-0 flex-1 wrap-anywhere">{sentence}</span>
          </li>
        ))}
      </ul>
    </Fold>
  )

type UndoFormProps = Undo & { id: string; of?: string; hasKey?: boolean }

const UndoForm = ({ action, values, id, of, hasKey }: UndoFormProps) => (
  <Form action={action}>
    <Hidden values={{ ...values, undoes: id }} />
    <Button
      variant="outline"
      size="sm"
      aria-keyshortcuts={hasKey ? 'u' : undefined}
      aria-label={of && `Undo: ${of}`}
      className="bg-card"
    >
      Undo
      {hasKey && <Key>U</Key>}
    </Button>
  </Form>
)

const without = (values: Typed['values'], field: string) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name !== field && typeof value === 'string' ? [[name, value]] : [],
    ),
  )

function tellTyped(values: Typed['values']) {
  const fields = ['words', 'note', 'email', 'phone', 'value'].flatMap(
    (name) => String(values[name] ?? '').trim() || [],
  )
  return fields.length > 0 && `You had entered ${fields.map((typed) => `“${typed}”`).join(', ')}.`
}

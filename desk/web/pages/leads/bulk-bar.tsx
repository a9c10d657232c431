import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { countedPeople } from '../../../core/figures.ts'
import { MailQuestion } from '../../parts/mail-question.tsx'
import { type Contact, copyOf } from './copy.ts'

export type BulkProps = {
  /** Of the emails that can be sent or dropped. Without it, people can only be copied and exported. */
  status?: 'failed' | 'held' | undefined
  canExport?: boolean
  /**
   * How many people the whole list has, in words. Missing if nobody counted them: then only those of the page
   * can be chosen.
   */
  everybody?: string
  /** How many of `everybody` a resend may help, in words, or empty for nobody. Missing if it may help all. */
  helped?: string
  /** People on this page whom a resend cannot help. */
  futile?: string[]
  /** The list has more people than this page. */
  hasMore: boolean
  /** What can be copied, by the person's id. */
  contacts: Record<string, Contact>
}

/**
 * The box for everybody in the list. The bar also ticks the boxes of this page, which stay as they are
 * without scripts. The form then has the number of people as `all`.
 */
export const ChooseAll = ({ everybody, hasMore }: Pick<BulkProps, 'everybody' | 'hasMore'>) => (
  <label className="flex min-h-7 w-fit min-w-7 items-center justify-center gap-2 max-md:min-h-9">
    <input
      type="checkbox"
      data-all
      name={everybody && 'all'}
      value={everybody}
      className="block size-4 accent-chart max-md:size-6"
    />
    <span className="md:sr-only">{everybody || !hasMore ? 'Select all' : 'Select all on this page'}</span>
  </label>
)

/** Shown only if everybody is chosen (or only if not), even without scripts. */
const ifAll = 'hidden in-[form:has([name=all]:checked)]:inline-flex'
const ifNotAll = 'in-[form:has([name=all]:checked)]:hidden'

/**
 * Appears once somebody is chosen, even without scripts. Enter on a ticked row leads to its first button,
 * Escape back.
 */
export function BulkBar({
  status,
  everybody,
  helped = everybody,
  futile = [],
  hasMore,
  contacts,
  canExport = true,
}: BulkProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [isAll, setIsAll] = useState(false)
  const [copied, setCopied] = useState('')

  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    const all = form.querySelector<HTMLInputElement>('[data-all]')
    let left: HTMLElement | undefined
    const read = (event?: Event) => {
      if (all && event?.target === all)
        for (const box of form.querySelectorAll<HTMLInputElement>('input[name=lead]'))
          box.checked = all.checked
      const ids = new FormData(form).getAll('lead').map(String)
      if (all && event?.target !== all) {
        // Ticking every row of this page does not mean the other pages.
        all.checked &&= ids.length === Object.keys(contacts).length
        all.indeterminate = ids.length > 0 && !all.checked
      }
      setCopied('')
      setChosen(ids)
      setIsAll(Boolean(all?.checked))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key === 'Enter' && target instanceof HTMLInputElement && target.checked) {
        left = target
        const buttons = [...(bar.current?.querySelectorAll('button') ?? [])]
        buttons.find((button) => button.checkVisibility())?.focus()
      } else if (key === 'Escape' && target instanceof Node && bar.current?.contains(target)) left?.focus()
      else return
      // The same key would press the button.
      event.preventDefault()
    }
    // The browser may restore ticks after a reload.
    read()
    form.addEventListener('change', read)
    form.addEventListener('keydown', onKeyDown)
    return () => {
      form.removeEventListener('change', read)
      form.removeEventListener('keydown', onKeyDown)
    }
  }, [contacts])

  async function copy(what: keyof Contact) {
    const people = chosen.flatMap((id) => contacts[id] ?? [])
    const { text, words } = copyOf(people, what)
    await navigator.clipboard.writeText(text)
    setCopied(words)
  }

  const again = status === 'failed' ? ' again' : ''
  const isBeyond = isAll && hasMore
  const helpedHere = (chosen.length > 0 ? chosen : Object.keys(contacts)).filter((id) => !futile.includes(id))
  const isEach = chosen.length === 0 || helpedHere.length === chosen.length
  return (
    <>
      <div
        ref={bar}
        className="sticky bottom-20 z-10 mx-auto mb-3 hidden w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-2 rounded-xl border bg-popover p-2 pl-4 text-sm shadow-lg in-[form:has(input[type=checkbox]:checked)]:flex md:bottom-4"
      >
        <span role="status" className="mr-1 font-medium">
          {copied || (isAll && everybody ? `All ${everybody}` : `${chosen.length || ''} selected`)}
        </span>
        <kbd className="rounded border bg-muted px-1.5 text-xs text-muted-foreground max-md:hidden">
          Enter
        </kbd>
        {status && (
          <>
            {helpedHere.length > 0 && (
              <Button name="do" value="send" size="sm" className={ifNotAll}>
                {isEach ? `Send their emails${again}` : `Send to ${helpedHere.length} of them${again}`}
              </Button>
            )}
            {helped && (
              <DialogTrigger commandfor="send-all" size="sm" className={ifAll}>
                {helped === everybody ? `Send all${again}…` : `Send to ${helped}${again}…`}
              </DialogTrigger>
            )}
            <DialogTrigger commandfor="drop" variant="destructive" size="sm">
              Drop…
            </DialogTrigger>
          </>
        )}
        {!isBeyond && (
          <>
            <Button type="button" variant="outline" size="sm" onClick={() => copy('email')}>
              <Copy aria-hidden="true" />
              Copy addresses
            </Button>
            <Button type="button" variant="outline" size="sm" onClick={() => copy('phone')}>
              <Copy aria-hidden="true" />
              Copy numbers to text
            </Button>
          </>
        )}
        {canExport && (
          <Button formAction="/exports" formMethod="get" variant="outline" size="sm">
            Export
          </Button>
        )}
      </div>
      {status && (
        <>
          <MailQuestion
            id="drop"
            act="drop"
            whose={
              <>
                <span className={ifNotAll}>
                  {chosen.length > 0 ? countedPeople(chosen.length) : 'the selected people'}
                </span>
                <span className={ifAll}>{everybody}</span>
              </>
            }
          />
          {helped && <MailQuestion id="send-all" act="send" whose={helped} />}
        </>
      )}
    </>
  )
}

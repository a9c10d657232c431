import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { DropMails } from '../../parts/drop-mails.tsx'

export type BulkProps = {
  /**
   * The state of the mails that can be sent or dropped. If there is no state, people can only be copied and exported.
   */
  status?: 'failed' | 'held'
  /** A text that says who has such mails. */
  everybody: string
  /** What the operator can copy about each person. The key is the id of the person. */
  contacts: Record<string, { email: string; phone: string }>
}

/** The box that chooses all people of the page. It needs the script. */
export const ChooseAll = () => (
  <label className="flex w-fit items-center gap-2">
    <input
      type="checkbox"
      data-all
      className="block size-4 accent-chart"
      onChange={({ currentTarget: { form, checked } }) => {
        for (const box of form?.querySelectorAll<HTMLInputElement>('input[name=lead]') ?? [])
          box.checked = checked
      }}
    />
    <span className="md:sr-only">Choose all</span>
  </label>
)

/**
 * The actions for the chosen people. The bar appears as soon as the operator chooses somebody, even if scripts are
 * off.
 */
export function BulkBar({ status, everybody, contacts }: BulkProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<string[]>([])
  const [copied, setCopied] = useState('')

  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    const read = () => {
      const ids = new FormData(form).getAll('lead').map(String)
      const all = form.querySelector<HTMLInputElement>('[data-all]')
      if (all) {
        all.checked = ids.length === Object.keys(contacts).length
        all.indeterminate = ids.length > 0 && !all.checked
      }
      setCopied('')
      setChosen(ids)
    }
    // The browser may have ticked boxes again after a reload.
    read()
    form.addEventListener('change', read)
    return () => form.removeEventListener('change', read)
  }, [contacts])

  async function copy(what: 'email' | 'phone', one: string, many: string) {
    const values = new Set(chosen.map((id) => contacts[id]?.[what]).filter(Boolean))
    await navigator.clipboard.writeText([...values].join('\n'))
    setCopied(`${values.size} ${values.size === 1 ? one : many} copied`)
  }

  const again = status === 'failed' ? ' again' : ''
  return (
    <>
      {status && (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3 text-sm">
          <span className="mr-auto text-muted-foreground">All {everybody}:</span>
          <Button variant="outline" size="sm" name="do" value="send-all">
            Send all{again}
          </Button>
          <DialogTrigger commandfor="drop-all" variant="destructive" size="sm">
            Drop all…
          </DialogTrigger>
        </div>
      )}
      <div
        ref={bar}
        className="sticky bottom-20 z-10 mx-auto mb-3 hidden w-fit max-w-[calc(100%-1rem)] flex-wrap items-center gap-2 rounded-xl border bg-popover p-2 pl-4 text-sm shadow-lg in-[form:has(input[name=lead]:checked)]:flex md:bottom-4"
      >
        <span role="status" className="mr-1 font-medium">
          {copied || (chosen.length > 0 ? `${chosen.length} chosen` : 'Chosen:')}
        </span>
        {status && (
          <>
            <Button name="do" value="send" size="sm">
              Send their mails{again}
            </Button>
            <DialogTrigger commandfor="drop" variant="destructive" size="sm">
              Drop…
            </DialogTrigger>
          </>
        )}
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => copy('email', 'address', 'addresses')}
        >
          <Copy aria-hidden="true" />
          Addresses
        </Button>
        <Button type="button" variant="outline" size="sm" onClick={() => copy('phone', 'number', 'numbers')}>
          <Copy aria-hidden="true" />
          Numbers
        </Button>
        <Button formAction="/exports" formMethod="get" variant="outline" size="sm">
          Export
        </Button>
      </div>
      {status && (
        <>
          <DropMails id="drop" whose="the chosen people" />
          <DropMails id="drop-all" whose={everybody} />
        </>
      )}
    </>
  )
}

import Search from 'lucide-react/icons/search'
import User from 'lucide-react/icons/user'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { buttonVariants } from '@/components/ui/button'
import { cn } from '@/lib/utils'

/** A person as GET /people finds it. */
export type Found = { href: string; name: string; email: string; phone: string }

/** The button that finds a person, also by Ctrl-K. Without a script it leads to the list, which has a search of its own. */
export function FindPerson() {
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<Found[]>([])
  const [place, setPlace] = useState(0)

  const open = useCallback(() => {
    dialog.current?.showModal()
    // A dialog without `autofocus` focuses its first control, which is not always the field.
    input.current?.focus()
  }, [])

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  useEffect(() => {
    const abort = new AbortController()
    if (typed.trim() === '') setFound([])
    else
      fetch(`/people?${new URLSearchParams({ q: typed })}`, { signal: abort.signal })
        .then((response) => (response.ok ? response.json() : []))
        .then((people: Found[]) => {
          setFound(people)
          setPlace(0)
        })
        .catch(() => {})
    return () => abort.abort()
  }, [typed])

  const all = {
    href: `/leads?${new URLSearchParams({ q: typed })}`,
    label: `List everybody who fits “${typed}”`,
  }
  const count = found.length + 1

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setPlace((place + step + count) % count)
    else if (event.key === 'Enter' && typed) location.assign(found[place]?.href ?? all.href)
    else return
    event.preventDefault()
  }

  const choice = 'flex items-center gap-2.5 rounded-lg px-3 py-2 text-sm aria-selected:bg-accent'
  return (
    <>
      <a
        href="/leads"
        onClick={(event) => {
          event.preventDefault()
          open()
        }}
        className={cn(
          buttonVariants({
            variant: 'outline',
            className: 'bg-card font-normal text-muted-foreground',
          }),
        )}
      >
        <Search aria-hidden="true" />
        <span className="max-sm:sr-only">Find a person…</span>
        <kbd className="rounded border bg-muted px-1.5 text-xs max-sm:hidden">Ctrl K</kbd>
      </a>
      <dialog
        ref={dialog}
        aria-label="Find a person"
        closedby="any"
        className="mx-auto mt-[12dvh] w-[min(36rem,calc(100vw-2rem))] rounded-xl border bg-popover text-popover-foreground shadow-xl backdrop:bg-[rgb(5_6_8/0.5)]"
      >
        <div className="flex items-center gap-3 border-b px-4">
          <Search aria-hidden="true" className="size-4 text-muted-foreground" />
          <input
            ref={input}
            type="search"
            role="combobox"
            aria-label="Name, address or phone"
            aria-expanded={typed !== ''}
            aria-controls="found"
            aria-activedescendant={typed ? `found-${place}` : undefined}
            autoComplete="off"
            placeholder="Name, address or phone"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted-foreground"
          />
        </div>
        <div id="found" role="listbox" aria-label="People" className="max-h-[60dvh] overflow-y-auto p-2">
          {found.map(({ href, name, email, phone }, index) => (
            <a
              key={href}
              id={`found-${index}`}
              href={href}
              role="option"
              aria-selected={index === place}
              tabIndex={-1}
              className={choice}
            >
              <User aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              <span className="font-medium">{name}</span>
              <span className="truncate text-muted-foreground">{email}</span>
              <span className="ml-auto shrink-0 tabular-nums max-sm:hidden">{phone}</span>
            </a>
          ))}
          <a
            id={`found-${found.length}`}
            href={all.href}
            role="option"
            aria-selected={place === found.length}
            tabIndex={-1}
            className={choice}
          >
            <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
            {typed ? all.label : 'Type to search, or list everybody'}
          </a>
        </div>
      </dialog>
    </>
  )
}

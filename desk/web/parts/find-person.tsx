import Search from 'lucide-react/icons/search'
import User from 'lucide-react/icons/user'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Input } from '@/components/ui/input'
import { askPeople, type PeopleAnswer } from './ask-people.ts'

const nobody: PeopleAnswer = { people: [], note: '' }

/** Milliseconds after the last letter. */
const pause = 150

/** On every page; Ctrl-K opens it. Without scripts, Enter leads to the list of all who match. */
export function FindPerson() {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<PeopleAnswer & { typed: string }>({ ...nobody, typed: '' })
  const [place, setPlace] = useState(0)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  useEffect(() => {
    const abort = new AbortController()
    // Debounced, because Postgres does not stop a search when the browser no longer waits for it.
    const timer = setTimeout(() => {
      if (typed.trim() === '') return
      // The printed address has a login in it, which fetch refuses.
      askPeople(location.origin, typed, abort.signal).then(
        (answer) => {
          setFound({ ...answer, typed })
          setPlace(0)
        },
        () => {},
      )
    }, pause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [typed])

  const all = {
    href: `/leads?${new URLSearchParams({ q: typed })}`,
    label: `Show everybody who matches “${typed}”`,
  }
  // People found for other words are not offered, so Enter never opens the wrong person.
  const hasAnswer = found.typed === typed
  const people = hasAnswer ? found.people : []
  // Then the list has nobody either.
  const hasAll = !hasAnswer || people.length > 0
  const count = people.length + Number(hasAll)
  const isShown = isOpen && typed.trim() !== ''

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setIsOpen(false)
    else if (!isShown) return
    else if (step && count > 0) setPlace((place + step + count) % count)
    else if (event.key === 'Enter') {
      if (hasAll) location.assign(people[place]?.href ?? all.href)
    } else return
    event.preventDefault()
  }

  const choice = 'flex items-center gap-2.5 rounded-lg px-3 py-2 text-sm aria-selected:bg-accent'
  return (
    <search className="relative print:hidden max-sm:w-11 max-sm:focus-within:order-last max-sm:focus-within:basis-full sm:max-w-72 sm:flex-1">
      <form method="get" action="/leads">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 max-sm:left-3.5 text-muted-foreground"
        />
        <Input
          ref={input}
          type="search"
          name="q"
          role="combobox"
          aria-label="Find a person"
          aria-expanded={isShown}
          aria-controls="found"
          aria-activedescendant={isShown && hasAll ? `found-${place}` : undefined}
          aria-keyshortcuts="Control+K"
          autoComplete="off"
          placeholder="Find a person…"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setIsOpen(true)
          }}
          onKeyDown={onKeyDown}
          onFocus={() => setIsOpen(true)}
          onBlur={() => setIsOpen(false)}
          className="peer border-border bg-card pr-2 pl-9 text-ellipsis max-sm:not-focus:pr-0 max-sm:not-focus:placeholder:text-transparent sm:not-focus:pr-16 md:text-sm"
        />
        <kbd className="pointer-events-none absolute inset-y-0 right-2.5 my-auto h-fit rounded border bg-muted px-1.5 text-xs text-muted-foreground peer-focus:hidden max-sm:hidden">
          Ctrl K
        </kbd>
      </form>
      <div
        hidden={!isShown}
        className="absolute top-full right-0 z-30 mt-2 max-h-[60dvh] w-[min(36rem,calc(100vw-2rem))] overflow-y-auto rounded-xl border bg-popover p-2 text-popover-foreground shadow-xl"
      >
        <div
          id="found"
          role="listbox"
          aria-label="People"
          // The field keeps the focus. Otherwise the list would close before a pressed link opens.
          onMouseDown={(event) => event.preventDefault()}
        >
          {people.map(({ href, name, email, phone }, index) => (
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
          {hasAll && (
            <a
              id={`found-${people.length}`}
              href={all.href}
              role="option"
              aria-selected={place === people.length}
              tabIndex={-1}
              className={choice}
            >
              <Search aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              {all.label}
            </a>
          )}
        </div>
        <p aria-live="polite" className="px-3 py-2 text-xs text-muted-foreground empty:hidden">
          {hasAnswer && found.note}
        </p>
      </div>
    </search>
  )
}

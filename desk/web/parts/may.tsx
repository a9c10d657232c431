import { createContext, type ReactNode, use } from 'react'

/** The functions of the desk that whoever is signed in may call. At the desk of this machine there is no such list. */
export const Calls = createContext<readonly string[] | undefined>(undefined)

/** Returns what tells whether a function of the desk may be called. For a view that hides what a role may not do. */
export function useMay(): (called: string) => boolean {
  const calls = use(Calls)
  return (called) => !calls || calls.includes(called)
}

/** To whoever may call a function of the desk. */
export const IfMay = ({ call, children }: { call: string; children: ReactNode }) =>
  useMay()(call) ? children : null

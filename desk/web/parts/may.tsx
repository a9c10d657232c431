import { createContext, type ReactNode, use } from 'react'

/** The functions that the member may call. The desk of this machine has no such list. */
export const Calls = createContext<readonly string[] | undefined>(undefined)

/**
 * Returns a check of whether a function of the desk may be called, for views that hide what a role may not
 * do.
 */
export function useMay(): (called: string) => boolean {
  const calls = use(Calls)
  return (called) => !calls || calls.includes(called)
}

/** Shown only to members who may call this function. */
export const IfMay = ({ call, children }: { call: string; children: ReactNode }) =>
  useMay()(call) ? children : null

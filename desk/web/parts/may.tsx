import { createContext, type ReactNode, use } from 'react'

/** Functions that the member may call. The desk of this machine has no such list. */
export const Calls = createContext<readonly string[] | undefined>(undefined)

/** Whether the member may call a function of the desk. */
export function useMay(): (called: string) => boolean {
  const calls = use(Calls)
  return (called) => !calls || calls.includes(called)
}

export const IfMay = ({ call, children }: { call: string; children: ReactNode }) =>
  useMay()(call) ? children : null

import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'

/** A place for toasts; those sent with the same `toasterId` appear here, announced under its label. */
export function Toaster({ id, label }: { id: string; label: string }) {
  return <Sonner id={id} containerAriaLabel={label} theme="dark" position="top-center" richColors />
}

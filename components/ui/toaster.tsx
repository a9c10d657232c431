import { Toaster as Sonner } from 'sonner'
import 'sonner/dist/styles.css'
import './toaster.css'

/** A place for toasts; those sent with the same `toasterId` appear here. */
export function Toaster({ id }: { id: string }) {
  return <Sonner id={id} theme="dark" position="top-center" richColors />
}

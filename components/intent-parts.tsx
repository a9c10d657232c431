import { Toaster } from 'sonner'
import { LeadForm } from './lead/lead-form'
import { Player } from './video/player'

function PageToaster() {
  return <Toaster id="page" position="top-center" />
}

/** One chunk for all that intent loads, so that one request brings it. */
export { LeadForm, PageToaster, Player }

import { Toaster } from '@/components/ui/toaster'
import type { SubmitLeadState } from '@/lib/lead/submit-lead-state'
import { toastCopy } from '@/supabase/functions/_shared/site'

/** What the page itself says of a submission: in a toast, or in its own text after a post without scripts. */
export function Notices({ status }: { status: SubmitLeadState['status'] }) {
  const { title, text } = toastCopy.success
  return (
    <>
      {status === 'sent' && (
        <p role="status" className="mt-6 text-lead">
          <strong>{title}</strong> {text}
        </p>
      )}
      <Toaster id="page" label="Page notifications" />
    </>
  )
}

import Copy from 'lucide-react/icons/copy'
import { Button } from '@/components/ui/button'

/** Without scripts there is no button, see browser/copy-texts.ts. */
export const CopyButton = ({ text, of }: { text: string; of: string }) => (
  <Button type="button" variant="outline" size="sm" data-copy={text} hidden className="bg-card">
    <Copy aria-hidden="true" />
    <span aria-live="polite">Copy</span>
    <span className="sr-only">: {of}</span>
  </Button>
)

import Copy from 'lucide-react/icons/copy'
import { Button } from '@/components/ui/button'

/** Without scripts only its space is there (browser/copy-texts.ts): nothing moves when it appears. */
export const CopyButton = ({ text, of }: { text: string; of: string }) => (
  <Button type="button" variant="outline" size="sm" data-copy={text} className="invisible bg-card">
    <Copy aria-hidden="true" />
    <span aria-live="polite">Copy</span>
    <span className="sr-only">: {of}</span>
  </Button>
)

import Download from 'lucide-react/icons/download'
import { Button } from '@/components/ui/button'
import { useMay } from '../../parts/may.tsx'
import { Section } from '../../parts/section.tsx'
import type { PersonProps } from './address.ts'

/** Where not all seals can be verified. */
export const evidenceElsewhere =
  'The owner downloads the evidence of consent at the desk on their own machine.'

export function Downloads({ person }: PersonProps) {
  const may = useMay()
  if (!may('download_lead')) return null
  return (
    <Section title="Downloads">
      <ul className="grid gap-3 text-sm">
        {may('verify_lead_evidence') ? (
          <DownloadRow
            label="Evidence of consent"
            about="What they agreed to and when, with the proof that nothing was changed since."
            href={`/leads/${person.id}/evidence.txt`}
            method="post"
          />
        ) : (
          <li className="text-muted-foreground">{evidenceElsewhere}</li>
        )}
        <DownloadRow
          label="All that is stored"
          about="For the person, if they ask what you know (GDPR, article 15)."
          href={`/leads/${person.id}/stored.json`}
          method="get"
        />
      </ul>
    </Section>
  )
}

type DownloadRowProps = { label: string; about: string; href: string; method: 'get' | 'post' }

const DownloadRow = ({ label, about, href, method }: DownloadRowProps) => (
  <li>
    <form method={method} action={href}>
      <Button variant="outline" className="w-full justify-start bg-card">
        <Download aria-hidden="true" />
        {label}
      </Button>
    </form>
    <p className="mt-1 text-xs text-muted-foreground">{about}</p>
  </li>
)

import ArrowLeft from 'lucide-react/icons/arrow-left'

export const BackLink = ({ label, href }: { label: string; href: string }) => (
  <p>
    <a
      href={href}
      className="inline-flex items-center gap-1.5 text-sm text-muted-foreground hover:text-foreground"
    >
      <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{label}</span>
    </a>
  </p>
)

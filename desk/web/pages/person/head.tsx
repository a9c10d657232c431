import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import { buttonVariants } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'
import { cn } from '@/lib/utils'
import { PersonMark } from '../../parts/person-mark.tsx'
import { type Tone, ToneBadge, tones } from '../../parts/tone.tsx'

export type PersonHeadProps = {
  name: string
  company?: string
  since: string
  email: { text: string; href: string }
  /** A number that is not valid has no `href`. */
  phone: { text: string; href?: string }
  badges: { text: string; tone: Tone }[]
}

/** Shows who a person is, with links to call them and to write to them. */
export const PersonHead = ({ name, company, since, email, phone, badges }: PersonHeadProps) => (
  <Card className="py-5">
    <CardContent className="flex flex-wrap items-center gap-x-4 gap-y-4 px-5">
      <PersonMark name={name} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="wrap-anywhere">
          <strong className="text-lg font-semibold">{name}</strong>
          {company && <span className="block text-sm">{company}</span>}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {badges.map(({ text, tone }) => (
            <ToneBadge key={text} tone={tone}>
              {text}
            </ToneBadge>
          ))}
        </p>
        <p className="mt-1.5 text-sm text-muted-foreground">{since}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2 max-sm:w-full">
        {phone.href ? (
          <a
            href={phone.href}
            aria-label={`Call ${phone.text}`}
            className={cn(buttonVariants({ className: 'tabular-nums max-sm:w-full' }))}
          >
            <Phone aria-hidden="true" />
            {phone.text}
          </a>
        ) : (
          <span className={`rounded-md px-3 py-2 text-sm wrap-anywhere ${tones.bad}`}>
            {phone.text}: not a valid number
          </span>
        )}
        <a
          href={email.href}
          aria-label={`Write to ${email.text}`}
          className={cn(
            buttonVariants({
              variant: 'outline',
              className: 'min-w-0 shrink bg-card max-sm:w-full',
            }),
          )}
        >
          <Mail aria-hidden="true" />
          <span className="wrap-anywhere">{email.text}</span>
        </a>
      </div>
    </CardContent>
  </Card>
)

import Download from 'lucide-react/icons/download'
import { Button } from '@/components/ui/button'
import { CardDescription } from '@/components/ui/card'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Hidden } from '../../parts/hidden.tsx'
import { Section } from '../../parts/section.tsx'

export type ExportsProps = {
  /** A text that says who is in the files, and the address of the list of these people. */
  whom: { text: string; href: string }
  files: {
    title: string
    about: string
    /** How many people are in the file. For each reason, how many people are left out. */
    count: string
    isEmpty: boolean
    leftOut: string[]
    values: Record<string, string>
    /** The names of the conversions in the file. The operator may change them. */
    names?: { conversion: string; sale: string }
  }[]
  note: string
}

/** The files to download. Each file says who is in it and who is not. */
export const Exports = ({ whom, files, note }: ExportsProps) => (
  <>
    <p className="text-sm">
      <strong className="font-semibold">{whom.text}</strong>{' '}
      <a href={whom.href} className="text-muted-foreground underline">
        Choose others in the list
      </a>
    </p>
    <div className="grid gap-4 md:grid-cols-2">
      {files.map(({ title, about, count, isEmpty, leftOut, values, names }, place) => (
        <Section
          key={title}
          title={title}
          about={<CardDescription>{about}</CardDescription>}
          foot={
            isEmpty ? (
              <p className="text-sm text-muted-foreground">There is nothing to download.</p>
            ) : (
              <form method="get" action="/leads.csv" className="flex flex-wrap items-end gap-3">
                <Hidden values={values} />
                {names && (
                  <>
                    <Label className="grid w-40 gap-1 text-xs">
                      A lead is called there
                      <Input
                        name="conversion"
                        required
                        maxLength={100}
                        defaultValue={names.conversion}
                        className="md:text-sm"
                      />
                    </Label>
                    <Label className="grid w-40 gap-1 text-xs">
                      A won lead (or empty)
                      <Input name="sale" maxLength={100} defaultValue={names.sale} className="md:text-sm" />
                    </Label>
                  </>
                )}
                <Button
                  variant={place === 0 ? 'default' : 'outline'}
                  className={place === 0 ? '' : 'bg-card'}
                >
                  <Download aria-hidden="true" />
                  Download<span className="sr-only"> {title.toLowerCase()}</span>
                </Button>
              </form>
            )
          }
          className="gap-4"
          contentClassName="grow text-sm"
        >
          <strong className="text-2xl font-semibold tabular-nums">{count}</strong>
          {leftOut.length > 0 && (
            <>
              <p className="pt-2 text-muted-foreground">Left out:</p>
              <ul className="list-disc pl-5">
                {leftOut.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </>
          )}
        </Section>
      ))}
    </div>
    {note && <p className="text-xs text-muted-foreground">{note}</p>}
  </>
)

import { Button } from '@/components/ui/button'
import { Card, CardContent } from '@/components/ui/card'

export type MessageProps = {
  text: string
  /** After a failure. Screen readers then read the text out at once. */
  isAlert: boolean
  links: { label: string; href: string }[]
}

export const Message = ({ text, isAlert, links }: MessageProps) => (
  <Card className="mx-auto mt-[10vh] w-full max-w-lg border-t-4 border-t-chart py-8">
    <CardContent className="grid gap-6 px-8">
      <p role={isAlert ? 'alert' : undefined} className="text-base text-pretty wrap-anywhere">
        {text}
      </p>
      {links.length > 0 && (
        <p className="flex flex-wrap gap-3">
          {links.map(({ label, href }, place) => (
            <Button key={label} asChild variant={place === 0 ? 'default' : 'outline'}>
              <a href={href}>{label}</a>
            </Button>
          ))}
        </p>
      )}
    </CardContent>
  </Card>
)

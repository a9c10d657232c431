import { Button } from '@/components/ui/button'
import { DialogTrigger } from '@/components/ui/dialog'
import { Input } from '@/components/ui/input'
import { Label } from '@/components/ui/label'
import { Question } from '../../parts/question.tsx'
import { Section } from '../../parts/section.tsx'

export type ConsentAndErasureProps = {
  /** Missing if the person has nothing to confirm, or if no mail can ask the person now. */
  ask?: { action: string; label: string }
  /** Why no mail can ask the person now. */
  cannotAsk?: string
  /** Missing if a withdrawal would change nothing. */
  withdraw?: { action: string }
  forget: { action: string; email: string }
}

/** Asks a person to confirm the number, withdraws their consent, or erases them. */
export const ConsentAndErasure = ({ ask, cannotAsk, withdraw, forget }: ConsentAndErasureProps) => (
  <Section title="Consent and erasure" contentClassName="grid gap-3 text-sm">
    {ask && (
      <form method="post" action={ask.action}>
        <Button variant="outline" className="w-full bg-card">
          {ask.label}
        </Button>
        <p className="mt-1 text-xs text-muted-foreground">
          They get a mail with a link. Their consent stays as it is until they confirm.
        </p>
      </form>
    )}
    {cannotAsk && <p className="text-muted-foreground">{cannotAsk}</p>}
    {withdraw && (
      <form method="post" action={withdraw.action}>
        <DialogTrigger commandfor="withdraw" variant="outline" className="w-full bg-card">
          Withdraw consent to texts…
        </DialogTrigger>
        <Question
          id="withdraw"
          title="Withdraw the consent to texts?"
          no="Keep it"
          yes={<Button variant="destructive">Withdraw the consent</Button>}
        >
          After that nobody may text them. You cannot take it back: only they can consent again, through the
          form.
        </Question>
      </form>
    )}
    <form method="post" action={forget.action} className="grid gap-2 border-t pt-3">
      <Label className="grid gap-1.5">
        <span>
          To erase them, type <strong className="wrap-anywhere">{forget.email}</strong>
        </span>
        <Input name="email" type="email" required autoComplete="off" />
      </Label>
      <Button variant="destructive">Forget for good</Button>
      <p className="text-xs text-muted-foreground">
        This cannot be undone, and the evidence goes too.{' '}
        <a href={forget.action} className="underline">
          What goes and what stays
        </a>
      </p>
    </form>
  </Section>
)

import { Button } from '@/components/ui/button'
import type { ShownStep } from '@/lib/lead/submit-lead-state'

export const NextStep = ({ step }: { step?: ShownStep }) =>
  step && (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-4 rounded-2xl paper p-5 sm:px-7">
      <h2 className="text-xl font-extrabold tracking-tight">{step.title}</h2>
      <Button asChild variant="cta" size="cta" className="no-underline">
        <a href={step.href} target="_blank" rel="noreferrer">
          {step.link}
        </a>
      </Button>
    </div>
  )

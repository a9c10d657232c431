import { cn } from '@/lib/utils'
import { Sign } from './sign'

/** One curve runs through the cards of all steps. Each card shows its part of the curve, with a sign at this height. */
const steps = [
  {
    height: 'md:top-[77.4%]',
    line: 'top-6 -bottom-6',
    curve: [
      {
        d: 'M0 138C53 135.9 107 133.2 160 130',
        opacity: 0.5,
        strokeDasharray: '1 7',
        strokeLinecap: 'round',
      },
      { d: 'M160 130C213 126.8 267 123.3 320 119', opacity: 0.65 },
    ],
    sign: 'M21.4 10.9a1 1 0 0 0 0-1.8l-8.6-3.9a2 2 0 0 0-1.6 0L2.6 9.1a1 1 0 0 0 0 1.8l8.6 3.9a2 2 0 0 0 1.6 0zM22 10v6M6 12.5V16a6 3 0 0 0 12 0v-3.5',
  },
  {
    height: 'md:top-[61.9%]',
    line: '-inset-y-6',
    curve: [{ d: 'M0 119C53 114.7 107 109.9 160 104S267 92.5 320 84', opacity: 0.8 }],
    sign: 'M16 7h6v6m0-6-8.5 8.5-5-5L2 17',
  },
  {
    height: 'md:top-1/3',
    line: '-top-6 h-8',
    curve: [{ d: 'M0 84C53 75.5 107 67.7 160 56' }],
    sign: 'M8 2v4m8-4v4M3 10h18M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zm4 12 2 2 4-4',
  },
] as const

/**
 * Draws the sign of a step on a line that rises from the first step to the last. Steps are counted from 0. On a phone
 * the line leads downwards, from card to card.
 */
export function StepArt({ step }: { step: number }) {
  const art = steps[step]
  if (!art) return null
  const isLast = step === steps.length - 1
  return (
    <div className="relative md:h-42">
      <span className={cn('absolute left-1/2 w-0.5 bg-primary opacity-35 md:hidden', art.line)} />
      <span className="absolute inset-0 hidden graph-paper md:block" />
      <svg
        viewBox="0 0 320 168"
        aria-hidden="true"
        preserveAspectRatio="none"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        className="absolute hidden size-full text-primary md:block"
      >
        {art.curve.map((part) => (
          <path key={part.d} vectorEffect="non-scaling-stroke" {...part} />
        ))}
      </svg>
      <Sign
        path={art.sign}
        className={cn(
          'md:absolute md:left-1/2 md:[translate:-50%_-50%]',
          art.height,
          isLast && 'bg-gold text-primary-foreground shadow-lit',
        )}
      />
    </div>
  )
}

import { cn } from '@/lib/utils'

/** A tile with a drawn sign, which is given as the path of an SVG of 24 by 24 units. */
export function Sign({ path, className }: { path: string; className?: string }) {
  return (
    <span
      className={cn(
        'relative grid size-13 place-content-center rounded-2xl border border-[#5c451c] bg-secondary text-primary outline-6 outline-[#181b23]',
        className,
      )}
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-6"
      >
        <path d={path} />
      </svg>
    </span>
  )
}

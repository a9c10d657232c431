/** `path` is drawn in 24 by 24 units. */
export function Sign({ path }: { path: string }) {
  return (
    <span className="grid size-13 place-content-center rounded-full bg-secondary text-secondary-foreground">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-6"
      >
        <path d={path} />
      </svg>
    </span>
  )
}

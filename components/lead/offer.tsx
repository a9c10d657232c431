/** Says what the visitor gets. It stands beside the form on a wide screen. Its picture loads when the dialog opens. */
export function Offer({ benefits }: { benefits: string[] }) {
  return (
    <div className="relative hidden content-end overflow-clip bg-[#1a160e] p-8 lg:grid">
      {/* biome-ignore lint/performance/noImgElement: a vector, which needs no optimiser */}
      <img
        src="/rise.svg"
        alt=""
        loading="lazy"
        className="absolute inset-x-0 top-0 h-3/5 w-full [mask:linear-gradient(#000_45%,transparent)] object-cover object-right"
      />
      <ul className="relative grid gap-4">
        {benefits.map((benefit) => (
          <li key={benefit} className="grid grid-cols-[auto_1fr] gap-3 font-semibold text-balance">
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              className="size-5 text-primary"
            >
              <path d="m5 12.5 5 5 9-10" />
            </svg>
            {benefit}
          </li>
        ))}
      </ul>
    </div>
  )
}

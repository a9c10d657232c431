/** Where the key is hidden, it presses nothing. */
export const Key = ({ children }: { children: string }) => (
  <span
    data-key
    aria-hidden="true"
    className="rounded border border-current/30 px-1.5 text-xs font-normal in-data-[keys=off]:hidden max-sm:hidden"
  >
    {children}
  </span>
)

import { trustCopy } from '@/lib/site/copy'

/** Says who gives the training, if the operator has named this person in lib/site/copy.ts. */
export function Presenter() {
  const { presenter } = trustCopy
  if (!presenter) return null
  return (
    <p className="mb-6 inline-flex items-center gap-3 text-left text-sm low:mt-5 low:mb-0">
      {presenter.picture && (
        // biome-ignore lint/performance/noImgElement: next/image's optimiser is off
        <img
          src={presenter.picture}
          alt=""
          width="44"
          height="44"
          className="size-11 rounded-full object-cover"
        />
      )}
      <span>
        <strong className="block font-semibold">{presenter.name}</strong>
        <span className="text-muted-foreground">{presenter.role}</span>
      </span>
    </p>
  )
}

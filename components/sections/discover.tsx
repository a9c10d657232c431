import { dialogId } from '@/components/lead/dialog-id'
import { Button } from '@/components/ui/button'
import type { PageCopy } from '@/lib/site/variants'
import { StepArt } from './step-art'

/**
 * Shows a heading and three points about the training on a rising line (spec 2). While the video is locked, a button
 * below them opens the form.
 */
export function Discover({ title, bullets, watch }: PageCopy['discover']) {
  return (
    <section className="flex grow flex-col justify-center border-t bg-[linear-gradient(#111319,var(--background))] px-gutter py-section text-center sm:px-8">
      <div className="mx-auto w-full max-w-5xl low:max-w-7xl">
        <h2 className="mx-auto max-w-[22ch] type-title">{title}</h2>
        <ul className="mt-8 md:mt-12 overflow-clip rounded-3xl panel text-left md:grid md:grid-cols-3">
          {bullets.map(({ title, text }, step) => (
            <li
              key={title}
              className="flex flex-wrap gap-4 px-gutter py-6 md:block md:p-0 md:not-first:border-l"
            >
              <StepArt step={step} />
              <div className="min-w-0 grow basis-32 md:px-6 md:pt-4 md:pb-9">
                <h3 className="text-xl/tight font-bold md:max-w-66">{title}</h3>
                <p className="mt-2 text-pretty text-muted-foreground">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Button
          type="button"
          variant="cta"
          size="cta"
          command="show-modal"
          commandfor={dialogId}
          className="mt-8 md:mt-12"
        >
          <svg viewBox="5 2 17 20" aria-hidden="true" className="size-4 fill-current">
            <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
          </svg>
          {watch}
        </Button>
      </div>
    </section>
  )
}

import { dialogId } from '@/components/lead/dialog-id'
import { Button } from '@/components/ui/button'
import { videoId } from '@/components/video/video-id'
import { cn } from '@/lib/utils'
import { nextStepCopy } from '@/site/next-step'
import type { PageCopy } from '@/site/variants'

const band =
  'mx-auto max-w-page flex-wrap items-center justify-between gap-x-10 gap-y-6 py-9 md:py-14 low:max-w-7xl'

/**
 * Three points as stops on one line (spec 2). The button in the band opens the form. Once the video is
 * unlocked, it leads back there, and the next step is below.
 */
export function Discover({ title, bullets, closing, watch, unlocked, again }: PageCopy['discover']) {
  const next = nextStepCopy.href ? nextStepCopy : { title: unlocked, link: again }
  return (
    <section className="paper px-gutter pt-section sm:px-8">
      <div className="mx-auto max-w-page low:max-w-7xl">
        <h2 className="max-w-[20ch] type-title">{title}</h2>
        <ol className="mt-10 grid md:mt-16 md:grid-cols-[1fr_1fr_1.35fr] md:border-t-3 md:border-foreground">
          {bullets.map(({ when, title, text }) => (
            <li
              key={title}
              className="group relative border-l-3 border-foreground pr-1 pb-9 pl-[1.5625rem] before:absolute before:top-0.5 before:-left-[0.65625rem] before:stop md:border-l-0 md:pt-7 md:pr-10 md:pb-section md:pl-0 md:before:-top-[0.65625rem] md:before:left-0"
            >
              <p className="font-semibold text-muted-foreground">{when}</p>
              <h3 className="mt-1 text-[1.375rem]/[1.15] font-extrabold tracking-tight lg:group-last:text-3xl/[1.1]">
                {title}
              </h3>
              <p className="mt-2.5 max-w-[36ch] text-pretty text-muted-foreground">{text}</p>
            </li>
          ))}
        </ol>
      </div>
      <div className="-mx-gutter bg-secondary px-gutter text-secondary-foreground sm:-mx-8 sm:px-8">
        <div className={cn(band, 'flex unlocked:hidden')}>
          <p className="type-title">{closing}</p>
          <Button
            type="button"
            variant="cta"
            size="cta"
            command="show-modal"
            commandfor={dialogId}
            className="shrink"
          >
            <svg viewBox="5 2 17 20" aria-hidden="true" className="size-4 fill-current">
              <path d="M6 4.2c0-1 1.1-1.6 2-1.1l12 7.8c.8.5.8 1.7 0 2.2l-12 7.8c-.9.5-2-.1-2-1.1z" />
            </svg>
            {watch}
          </Button>
        </div>
        <div className={cn(band, 'hidden unlocked:flex')}>
          <p className="type-title">{next.title}</p>
          <Button asChild variant="cta" size="cta" className="shrink no-underline">
            <a href={`#${videoId}`}>{next.link}</a>
          </Button>
        </div>
      </div>
    </section>
  )
}

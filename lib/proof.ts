import 'server-only'
import { trustCopy } from '@/site/copy'
import { siteUrl } from './env'
import { isOwnMachine } from './env-schema'

/** A public page has no examples. `about`, on the video, never has one. */
export function proof(from = trustCopy, address = siteUrl()) {
  const isShown = ({ isExample }: { isExample?: true }) => !isExample || isOwnMachine(address)
  const { presenter, length, quotes, figures } = from
  return {
    about: [presenter && !presenter.isExample && presenter.name, length].filter(Boolean).join(' · '),
    presenter: presenter && isShown(presenter) ? presenter : undefined,
    quotes: quotes.filter(isShown),
    figures: figures.filter(isShown),
  }
}

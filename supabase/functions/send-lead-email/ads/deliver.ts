import { atOnce, createDeliver, type Deliver } from '../deliver.ts'
import { createMetaSend, type MetaSettings } from './meta.ts'

/** Only for sweeps: no lead or email waits for it. */
export function createAdDeliver(settings: MetaSettings, options: { ending: AbortSignal }): Deliver {
  const { send, receiver } = createMetaSend(settings)
  return createDeliver(
    async (database, scope) =>
      'claimKey' in scope ? database.claimAds(atOnce, scope.claimKey, receiver) : [],
    send,
    options,
  )
}

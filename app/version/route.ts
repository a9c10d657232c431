import { buildConstants } from '@/lib/build-constants'

/** Names the build that answers (build/build-id.ts), for `npm run doctor`. */
export const GET = (): Response =>
  new Response(buildConstants.buildId, { headers: { 'Cache-Control': 'no-store' } })

import { readSettings } from '../../../core/settings.ts'
import { page } from '../../server/page.ts'
import type { Reply } from './reply.ts'

/** GET /settings: shows each setting with its meaning, its default and its bounds, in sections that can be folded. */
export const showSettings = page({
  view: 'settings',
  tab: 'settings',
  async read({ desk, query, opened }, reply: Partial<Reply> = {}) {
    const isRefused = Object.keys(reply.faults ?? {}).length > 0 || reply.question !== undefined
    return {
      status: isRefused ? 400 : 200,
      props: {
        settings: await readSettings(desk),
        hasKeys: (await opened).hasKeys,
        section: query.section,
        ...reply,
      },
    }
  },
})

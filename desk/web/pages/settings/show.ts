import { readSettings } from '../../../core/settings.ts'
import { showPage } from '../../server/show-page.ts'
import type { Reply } from './reply.ts'
import type { SettingsProps } from './view.tsx'

/** GET /settings */
export const showSettings = showPage<SettingsProps, Partial<Reply>>({
  async read({ desk, member, query, opened }, reply: Partial<Reply> = {}) {
    const isRefused = Object.keys(reply.faults ?? {}).length > 0 || reply.question !== undefined
    return {
      status: isRefused ? 400 : 200,
      props: {
        settings: !member || member.calls.includes('read_settings') ? await readSettings(desk) : [],
        hasKeys: (await opened).hasKeys,
        section: query.section,
        ...reply,
      },
    }
  },
})

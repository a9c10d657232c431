import { logLength, readLog } from '../../../core/log.ts'
import { withQuery } from '../../format/with-query.ts'
import { showPage } from '../../server/show-page.ts'
import type { LogProps } from './view.tsx'

const isId = (text = '') => /^[1-9]\d{0,15}$/.test(text)

/** GET /log: of everybody or of one `person`. */
export const showLog = showPage<LogProps>({
  async read({ desk, query: { person = '', before } }) {
    const entries = await readLog(desk, {
      ...(person && { person }),
      ...(isId(before) && { before: Number(before) }),
    })
    const last = entries.at(-1)
    const hasMore = last && entries.length === logLength
    return {
      props: {
        entries,
        ...(person && { person }),
        ...(hasMore && { older: withQuery('/log', { person, before: String(last.id) }) }),
      },
    }
  },
})

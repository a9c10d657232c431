import type { Context } from 'hono'
import { writeEvidence } from '../../../core/evidence.ts'
import { readPerson } from '../../../core/person.ts'
import { verifyEvidence } from '../../../core/verify-evidence.ts'
import type { App } from '../../server/page.ts'

/**
 * POST /leads/<id>/evidence.txt: what a person agreed to and when, and the result of verifying all seals.
 * That is slow with many leads, so it needs a button and not a link.
 */
export async function downloadEvidence({ desk }: App, context: Context) {
  const person = await readPerson(desk, { id: context.req.param('id') })
  return answer(context, writeEvidence(person, await verifyEvidence(desk), new Date()), {
    type: 'text/plain',
    // More people may see a file's name than its content, so it has only the id.
    name: `evidence-${person.id}.txt`,
  })
}

/**
 * GET /leads/<id>/stored.json: all that is stored about a person, for a request under article 15 of the GDPR.
 */
export async function downloadStored({ desk }: App, context: Context) {
  const { id } = await readPerson(desk, { id: context.req.param('id') })
  const stored = await desk.call('download_lead', { id })
  return answer(context, `${JSON.stringify(stored, null, 2)}\n`, {
    type: 'application/json',
    name: `stored-${id}.json`,
  })
}

const answer = (context: Context, text: string, { type, name }: { type: string; name: string }) =>
  context.body(text, 200, {
    'content-type': `${type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
  })

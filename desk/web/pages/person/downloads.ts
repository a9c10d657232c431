import type { Context } from 'hono'
import { writeEvidence } from '../../../core/evidence.ts'
import { readPerson } from '../../../core/person.ts'
import { verifyEvidence } from '../../../core/verify-evidence.ts'
import type { App } from '../../server/page.ts'

/**
 * POST /leads/<id>/evidence.txt: downloads a file that says what a person agreed to and when. The file also contains
 * the result of verifying all seals. That takes long with many leads, so only a button asks for it and no link does.
 */
export async function downloadEvidence({ desk }: App, context: Context) {
  const person = await readPerson(desk, { id: context.req.param('id') })
  return answer(context, writeEvidence(person, await verifyEvidence(desk), new Date()), {
    type: 'text/plain',
    // The name of the file contains only the id, because more people may see the name of a file than its content.
    name: `evidence-${person.id}.txt`,
  })
}

/**
 * GET /leads/<id>/stored.json: downloads all that is stored about a person. The operator needs this file to answer a
 * request under article 15 of the GDPR.
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

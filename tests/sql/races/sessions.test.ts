import { sampleLead } from '../sample-lead.ts'
import { openRace, runs } from './open-race.ts'

const { query, race, openSession } = await openRace()
const acceptSql = 'select status from accept_lead(gen_random_uuid(), $1)'

// The next of these tests empties the tables. If the submission were still waiting, the two would block each other.
for (let run = 0; run < runs; run += 1)
  race(`a submission that still waits at the end of a test ends with it, run ${run}`, async () => {
    const lead = sampleLead()
    await query(acceptSql, [lead])
    const [holder, visitor] = [await openSession(), await openSession()]
    await holder.query('begin')
    await holder.query('select from leads for update')
    const submission = visitor.query(acceptSql, [lead])
    submission.catch(() => undefined)
    await visitor.untilStuck(submission)
  })

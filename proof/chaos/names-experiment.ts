import PostalMime from 'postal-mime'
import { submitToFunction } from '../harness/call-function.ts'
import { concurrently } from '../harness/concurrently.ts'
import { type Experiment, expect } from '../harness/experiment.ts'
import { liftLimits } from '../harness/limits.ts'
import { outboxEmpty } from '../harness/outbox.ts'
import { hiddenFields, postForm, visitorFields } from '../harness/post-form.ts'
import { openForm } from '../harness/send-via-action.ts'
import { makeSubmission } from '../harness/submission.ts'
import { submitUntilAcknowledged } from '../harness/submit-until-acknowledged.ts'
import { verify } from '../harness/verify.ts'
import { badName, goodName, wordCount } from './names.ts'

const count = 300
const refusals = 100

/** Names of all scripts from the form to the database and into the owner's mail; control characters get a message. */
export const names: Experiment = {
  id: 'E15',
  title: 'names from form to mail',
  parts: ['next', 'function', 'gateway', 'mailServer'],
  async run({ chain, ledger, random }) {
    await liftLimits(chain)
    const send = await openForm(chain, random)
    const people = Array.from({ length: count }, (_, index) =>
      makeSubmission(random, { name: goodName(random, index) }),
    )
    await concurrently(people, 8, (person) => submitUntilAcknowledged(person, { ledger, send }))
    await outboxEmpty(chain)
    await verify(chain, ledger)

    const bodies = new Map<string, string>()
    for (const { raw, to } of await chain.mails()) {
      if (to[0] !== 'owner@example.com') continue
      const mail = await PostalMime.parse(raw)
      bodies.set(mail.replyTo?.[0]?.address ?? '', mail.text ?? '')
    }
    const inMail = people.filter(({ email, name }) => {
      const shown = name.trim().normalize('NFC').replace(/\s+/gu, ' ')
      return bodies.get(email)?.includes(`Name: ${shown}\n`)
    })

    const hidden = await hiddenFields(chain)
    let withMessage = 0
    for (let index = 0; index < refusals; index += 1) {
      const person = makeSubmission(random, { name: badName(random) })
      const answer = await postForm(chain, hidden, visitorFields(person))
      if (answer.outcome === 'invalid' && answer.body.includes('remove the control characters'))
        withMessage += 1
    }
    const halves = await submitToFunction(chain, makeSubmission(random, { name: 'Ada\ud800' }))
    const figures = `${count} names (${wordCount} words of 40 scripts and more) stored as sent, ${inMail.length} whole in the mail, ${withMessage} of ${refusals} control characters told, half a character ${halves.status}`
    expect(inMail.length === count && withMessage === refusals && halves.status === 400, figures)
    return figures
  },
}

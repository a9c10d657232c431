import { counted } from '../../core/figures.ts'
import { fault, ok, type Result, unseen } from '../result.ts'
import type { Seen } from '../seen.ts'

const check = 'waiting mails'

/** Whether mails wait that nobody will send. Counts only. */
export function checkWaitingMails({ database }: Seen): Result[] {
  if (database.kind !== 'health') return [unseen(check, 'The database did not tell.')]
  const { pending, overdue, dead, held, oldest } = database.health.mails
  const faults = [
    overdue > 0 &&
      fault(
        check,
        `${count(overdue)} ten minutes overdue, the oldest queued at ${oldest}.`,
        'Repair what is said of the mail server and the sweep; they are then sent by themselves',
      ),
    dead > 0 &&
      fault(
        check,
        `${counted(dead, 'mail')} failed.`,
        'See why in npm run desk, repair it, and send them again there',
      ),
    held > 0 &&
      fault(
        check,
        `${count(held)} held because their leads look like a bot’s.`,
        'Look at them in npm run desk, and send them there',
      ),
  ].filter((result) => result !== false)
  if (faults.length > 0) return faults
  return [
    ok(check, pending > 0 ? `${count(pending)} waiting, none of them for long.` : 'No mail is waiting.'),
  ]
}

const count = (mails: number) => (mails === 1 ? '1 mail is' : `${mails} mails are`)

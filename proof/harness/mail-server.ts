import { openMailbox } from '../../local/inbox/mailbox.ts'
import { openScriptedSmtp } from './scripted-smtp.ts'

// A mail server that can be killed, for experiments with more mails than the inbox takes: that one lets every
// connection wait for a tenth of a second before it greets.
const [port, folder] = process.argv.slice(2)
const mailbox = await openMailbox(String(folder))
await openScriptedSmtp(Number(port), {
  store: ({ raw, to }) => mailbox.add(Buffer.from(raw), { from: 'training@example.com', to }),
})
process.once('SIGTERM', () => process.exit())

import { openInbox } from '../sql/open-inbox.ts'

/** The mail server of the test refuses this recipient and this sender. */
export const refusing = { recipient: '', sender: '' }
export const openMailServer = () =>
  openInbox({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _, callback) =>
      password === 'right' ? callback(null, { user: 'user' }) : callback(refusal(535)),
    onMailFrom: ({ address }, _, callback) => callback(address === refusing.sender ? refusal(550) : null),
    onRcptTo: ({ address }, _, callback) => callback(address === refusing.recipient ? refusal(550) : null),
  })
const refusal = (responseCode: number) => Object.assign(new Error('refused'), { responseCode })

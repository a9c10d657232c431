/** By SQL function private.suppression_reasons, with what to do. */
export const suppressionWords = {
  unsubscribed: 'No more emails: unsubscribed. Call instead',
  bounced: 'No more emails: the address is dead. Call instead',
  complained: 'No more emails: reported as spam. Call instead',
}

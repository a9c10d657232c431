import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// Preloaded into the inbox. Its SMTP server greets 0.1 s after each connection, to detect senders that talk too soon.
// Mails go one by one, so experiments with thousands of mails would mostly wait for the greeting.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

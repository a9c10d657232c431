import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// Preloaded into the inbox. Its SMTP server greets a tenth of a second after each connection, to detect senders that talk
// too soon. With one mail at a time, experiments with thousands of mails would mostly wait for that.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

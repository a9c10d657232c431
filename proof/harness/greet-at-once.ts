import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// The inbox loads this file first. Its SMTP server would greet 0.1 s after each connection, to detect clients that send
// too soon. Experiments with thousands of mails would mostly wait for the greeting.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

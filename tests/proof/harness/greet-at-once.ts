import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// The inbox loads this file before its own code. Its SMTP server normally waits 0.1 s before it greets a
// client, in order to catch clients that send too soon. An experiment with thousands of emails would spend
// most of its time waiting for greetings.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

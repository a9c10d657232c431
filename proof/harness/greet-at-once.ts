import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'

// Preloaded into the inbox. Its server lets every connection wait for a tenth of a second before it greets, to find out
// senders that talk too soon; with one mail at a time, that would be most of what a load of thousands takes.
SMTPConnection.prototype.init = function init() {
  this._setListeners(() => this.connectionReady())
}

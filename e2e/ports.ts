/**
 * The ports of the stack for the end-to-end tests, under the names of their variables. A stack that a developer
 * starts uses other ports.
 */
export const stackPorts = {
  PORT: '3100',
  GATEWAY_PORT: '3111',
  DESK_PORT: '3113',
  INBOX_PORT: '3114',
  SMTP_PORT: '3115',
  FUNCTION_PORT: '3116',
}

/** A run of all tests keeps this port open until it ends. A second run waits until the port is free. */
export const lockPort = 3110

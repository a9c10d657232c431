/** The ports of the end-to-end tests' stack, by variable. They differ from those of a developer's own stack. */
export const stackPorts = {
  PORT: '3100',
  GATEWAY_PORT: '3111',
  DESK_PORT: '3113',
  INBOX_PORT: '3114',
  SMTP_PORT: '3115',
  FUNCTION_PORT: '3116',
}

/** A run of all tests holds this port, so that a second run waits for its end. */
export const lockPort = 3110

/** The port of the desk, unless DESK_PORT sets another one. */
export const deskPort = 54323

/** The address of the desk on the operator's machine. No other machine can open it. */
export const deskUrl = `http://127.0.0.1:${deskPort}`

/** The port of the desk, unless DESK_PORT sets another one. */
export const deskPort = 54323

/** The desk's address on the operator's machine. Only that machine can open it. */
export const deskUrl = `http://localhost:${deskPort}`

/** DESK_PORT sets another one. */
export const deskPort = 54323

export const deskUrl = `http://127.0.0.1:${deskPort}`

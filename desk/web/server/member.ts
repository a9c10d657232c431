/** Signed in at the desk on the web. `calls` are the functions that the role may call. */
export type Member = { name: string; role: string; calls: string[] }

/** Who is signed in at the desk on the web. */
export type Member = { name: string; role: string }

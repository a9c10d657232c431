/** Who is signed in at the desk on the web, and the functions of the desk that their role may call. */
export type Member = { name: string; role: string; calls: string[] }

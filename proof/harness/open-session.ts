import postgres from 'postgres'

/** Opens a session with Postgres beside those of the chain. */
export const openSession = (url: string) => postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 })

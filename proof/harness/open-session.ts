import postgres from 'postgres'

/** Opens a connection to Postgres apart from those of the chain. */
export const openSession = (url: string) => postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 })

import postgres from 'postgres'

/** Opens a session of an experiment's own, beside those of the chain. */
export const openSession = (url: string) => postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 })

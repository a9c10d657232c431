// biome-ignore lint/suspicious/noConsole: spec 2 requires this log
export const logPath = () => console.error('404: no page at', location.pathname)

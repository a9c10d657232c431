type Stream<Way> = Way & { isTTY?: boolean }

/** `process` in Node has this type. */
export type Terminal = {
  stdin: Stream<NodeJS.ReadableStream>
  stdout: Stream<NodeJS.WritableStream>
  stderr: Stream<NodeJS.WritableStream>
}

export type Context = Terminal & {
  env: NodeJS.ProcessEnv
  exitCode: number
}

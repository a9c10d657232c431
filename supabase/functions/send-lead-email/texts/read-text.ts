import type { Meaning } from './meaning.ts'

/** The sender is in E.164 if the provider gives it so. `message_id` is the provider's, or null. */
export type TextMessage = { sender: string; words: string; meaning: Meaning; message_id: string | null }

/** Takes the URL, headers and body of a call. 'forged' if it is not from the provider. */
export type ReadText = (url: string, headers: Headers, body: string) => Promise<TextMessage | 'forged'>

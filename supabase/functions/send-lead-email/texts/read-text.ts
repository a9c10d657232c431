import type { Meaning } from './meaning.ts'

/**
 * A text message with the number of its sender, its words, and what they ask for. The number is in E.164 if the
 * provider gives it in that form. `message_id` is the id that the provider gave the message, or null.
 */
export type TextMessage = { sender: string; words: string; meaning: Meaning; message_id: string | null }

/**
 * Takes the URL, the headers and the body of a call. Resolves to the text message, or 'forged' if the call does not come
 * from the provider.
 */
export type ReadText = (url: string, headers: Headers, body: string) => Promise<TextMessage | 'forged'>

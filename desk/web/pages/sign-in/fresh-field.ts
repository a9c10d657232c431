/** The field of a form for a fresh code of the second factor. It goes with a form that needs one. */
export const freshField = 'fresh_code'

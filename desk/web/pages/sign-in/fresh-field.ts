/** A fresh code of the second factor, in a form that needs one. */
export const freshField = 'fresh_code'

/** The id by which a button opens the lead dialog, with or without scripts. */
export const dialogId = 'lead-dialog'

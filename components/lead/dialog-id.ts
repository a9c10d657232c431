export const dialogId = 'lead-dialog'

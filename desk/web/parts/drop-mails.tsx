import { Button } from '@/components/ui/button'
import {
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'

/** Asks the operator to confirm before mails are dropped. The form posts `id` as the action. */
export const DropMails = ({ id, whose }: { id: string; whose: string }) => (
  <DialogContent id={id} closedby="any" aria-labelledby={`${id}-title`} showCloseButton={false}>
    <DialogHeader>
      <DialogTitle id={`${id}-title`}>Drop these mails?</DialogTitle>
      <DialogDescription>
        The mails to {whose} will never be sent. The people stay in the list.
      </DialogDescription>
    </DialogHeader>
    <DialogFooter>
      <DialogClose commandfor={id} variant="outline">
        Keep them
      </DialogClose>
      <Button name="do" value={id} variant="destructive">
        Drop the mails
      </Button>
    </DialogFooter>
  </DialogContent>
)

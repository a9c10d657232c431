declare global {
  interface Window {
    /** Returns others' changes until now, and ends the record. */
    takeChanges?: () => MutationRecord[]
  }
}

/** More than any translator makes. Repeating them would take longer than building the page. */
const maxChanges = 10_000

/** What translators and extensions change until React compares the page (keep-changes.ts). */
export const recordChanges = () => {
  const changes: MutationRecord[] = []
  const record = (records: MutationRecord[]) => {
    if (changes.length + records.length < maxChanges) changes.push(...records)
    else {
      observer.disconnect()
      changes.length = 0
    }
  }
  const observer = new MutationObserver(record)
  observer.observe(document.body, { subtree: true, childList: true, characterDataOldValue: true })
  self.takeChanges = () => {
    record(observer.takeRecords())
    observer.disconnect()
    return changes
  }
}

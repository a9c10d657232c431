declare global {
  interface Window {
    /** The newest press of a play button before the loader ran. */
    earlyPress?: MouseEvent
  }
}

/**
 * Remembers a press of a play button until the loader runs, which stands at the end of the page. The page may be
 * pressed before its last bytes have come. The loader removes the listener.
 */
export const rememberPress = () => {
  document.onclick = (event) => {
    if ((event.target as Element).closest('[command=show-modal]')) self.earlyPress = event
  }
}

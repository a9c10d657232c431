declare global {
  interface Window {
    earlyPress?: MouseEvent
  }
}

/**
 * The page may be pressed before its last bytes have come, and the loader stands at its end. The loader
 * removes this listener.
 */
export const rememberPress = () => {
  document.onclick = (event) => {
    if ((event.target as Element).closest('[command=show-modal]')) self.earlyPress = event
  }
}

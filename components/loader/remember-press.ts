declare global {
  interface Window {
    earlyPress?: MouseEvent
  }
}

/** The page may be pressed before its end has come, where the loader is, which removes this listener. */
export const rememberPress = () => {
  document.onclick = (event) => {
    if ((event.target as Element).closest('[command=show-modal]')) self.earlyPress = event
  }
}

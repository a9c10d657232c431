import 'react'

// https://developer.mozilla.org/docs/Web/API/Invoker_Commands_API, not in @types/react 19.3.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
}
